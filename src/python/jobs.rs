//! Long jobs without the interpreter's lock, and Ctrl-C.

use crate::puzzle::error::{Error, Quantity, Result};
use crate::runtime::cancel::{Cancel, News};
use crate::runtime::{fork, memory};
use crate::storage::note::Note;
use pyo3::prelude::*;
use std::ffi::CString;
use std::io::Write;
use std::sync::mpsc;
use std::time::Duration;

/// How often signals are looked at.
const POLL: Duration = Duration::from_millis(20);

/// Calls a function of Python with news.
type ReportProgress = fn(Python<'_>, &Py<PyAny>, News) -> PyResult<()>;

/// Runs a job with the lock released. A job that may take long runs on a separate thread, and is cancelled if
/// a signal handler raises, as the one for Ctrl-C does.
pub(super) fn cancellable<T: Send>(
    py: Python<'_>,
    long: bool,
    job: impl FnOnce(&Cancel) -> Result<T> + Send,
) -> PyResult<T> {
    watched(py, long, None, job)
}

/// The same, and calls `progress` now and then with the share that is done.
pub(super) fn watched<T: Send>(
    py: Python<'_>,
    long: bool,
    progress: Option<Py<PyAny>>,
    job: impl FnOnce(&Cancel) -> Result<T> + Send,
) -> PyResult<T> {
    let report =
        |py: Python<'_>, progress: &Py<PyAny>, news: News| progress.call1(py, (news.share,)).map(drop);
    match run(py, long, progress, report, job)? {
        (_, Some(interrupt)) => Err(interrupt),
        (result, None) => Ok(result?),
    }
}

/// The same, and calls `progress` with all the news. A job that is interrupted may still have a result: both
/// are returned.
pub(super) fn interruptible<T: Send>(
    py: Python<'_>,
    long: bool,
    progress: Option<Py<PyAny>>,
    job: impl FnOnce(&Cancel) -> Result<T> + Send,
) -> PyResult<(Result<T>, Option<PyErr>)> {
    let report = |py: Python<'_>, progress: &Py<PyAny>, News { share, best, bound }: News| {
        progress.call1(py, ((share, best, bound),)).map(drop)
    };
    run(py, long, progress, report, job)
}

/// What came of a job, and what interrupted it: the exception of a signal handler or of `progress`, which
/// `report_progress` calls.
fn run<T: Send>(
    py: Python<'_>,
    long: bool,
    progress: Option<Py<PyAny>>,
    report_progress: ReportProgress,
    job: impl FnOnce(&Cancel) -> Result<T> + Send,
) -> PyResult<(Result<T>, Option<PyErr>)> {
    let cancel = Cancel::new();
    if !long {
        return Ok((py.detach(|| job(&cancel)), None));
    }
    py.detach(|| {
        std::thread::scope(|scope| {
            let (done, waiting) = mpsc::sync_channel(1);
            let cancel = &cancel;
            let work = move || {
                let result = job(cancel);
                // This fails only if a signal came first and nobody waits any more.
                let _ = done.send(());
                result
            };
            memory::room_for_a_thread()?;
            let worker = std::thread::Builder::new().spawn_scoped(scope, work);
            let worker = worker.map_err(|error| Error::NoThread { reason: error.to_string() })?;
            let mut interrupt = None;
            while let Err(mpsc::RecvTimeoutError::Timeout) = waiting.recv_timeout(POLL) {
                let look = |py: Python<'_>| {
                    py.check_signals()?;
                    progress.as_ref().map_or(Ok(()), |progress| report_progress(py, progress, cancel.news()))
                };
                let process = fork::generation();
                let looked = Python::attach(look);
                if fork::generation() != process {
                    leave_child();
                }
                if let Err(error) = looked {
                    cancel.cancel();
                    interrupt = Some(error);
                    break;
                }
            }
            let result = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            Ok((result, interrupt))
        })
    })
}

/// Raises an error if there is no room for a thread: the C library may end a process that starts one without.
#[pyfunction]
pub(super) fn check_room_for_a_thread() -> PyResult<()> {
    Ok(memory::room_for_a_thread()?)
}

/// How many bytes a limit on the address space leaves; None if there is no limit.
#[pyfunction]
pub(super) fn address_space_left() -> Option<u64> {
    memory::free_to_map()
}

/// Ends a child that was forked by a signal handler or by `progress`, and came back: the thread that does the
/// job is in the parent, so there is nothing to wait for, and nothing to return.
fn leave_child() -> ! {
    let text = "a child that is forked in the middle of a call cannot return to it; end it with os._exit";
    // Standard error may be closed, which does not matter.
    drop(writeln!(std::io::stderr(), "puzzle15: {text}"));
    std::process::exit(70)
}

/// How many threads to use: as many as asked for, or as the machine has cores.
pub(super) fn threads(asked: Option<i64>) -> PyResult<usize> {
    match asked {
        Some(n) if n < 1 => {
            let quantity = Quantity::Threads;
            Err(Error::OutOfRange { quantity, least: 1, most: None, got: n.to_string().into() }.into())
        }
        Some(n) => Ok(usize::try_from(n).unwrap_or(usize::MAX)),
        None => Ok(crate::runtime::threads::available()),
    }
}

/// A time limit. If no clock can count that far, there is none.
pub(super) fn seconds(asked: Option<f64>) -> Option<Duration> {
    asked.and_then(|seconds| Duration::try_from_secs_f64(seconds.max(0.0)).ok())
}

/// Warns of what happened to table files.
pub(super) fn warn(py: Python<'_>, notes: &[Note]) -> PyResult<()> {
    for note in notes {
        let kind = py.import("puzzle15.errors")?.getattr("CacheWarning")?;
        PyErr::warn(py, &kind, &CString::new(note.to_string().replace('\0', "\\0"))?, 2)?;
    }
    Ok(())
}
