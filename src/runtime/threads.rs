//! The one runner of threads: they live as long as the call, and take work until there is none left.
//!
//! There is no pool. Starting a thread costs a few microseconds, and a forked child would not have the
//! threads of a pool.

use crate::runtime::memory;

/// As many threads as the machine has cores.
pub fn available() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Calls `work` on several threads, this one among them, and returns the result of each call, this thread's
/// first.
///
/// The work is usually a loop that takes the next task from a queue. Where the system refuses a thread, or has
/// hardly any memory left, the others do its share, so there may be fewer results than threads. A panic in a
/// thread continues in the caller.
pub(crate) fn run<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    let mut workers: Vec<()> = vec![(); threads.max(1)];
    run_each(&mut workers, |()| work())
}

/// The same, with a worker for each thread: whatever it keeps to itself from task to task, such as memory.
pub(crate) fn run_each<W: Send, T: Send>(workers: &mut [W], work: impl Fn(&mut W) -> T + Sync) -> Vec<T> {
    let Some((first, others)) = workers.split_first_mut() else { return vec![] };
    let work = &work;
    std::thread::scope(|scope| {
        let start = |worker| {
            memory::room_for_a_thread().ok()?;
            std::thread::Builder::new().spawn_scoped(scope, move || work(worker)).ok()
        };
        let others: Vec<_> = others.iter_mut().filter_map(start).collect();
        let join = |thread: std::thread::ScopedJoinHandle<'_, T>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        std::iter::once(work(first)).chain(others.into_iter().map(join)).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    #[test]
    fn every_task_is_done_once() {
        for threads in [0, 1, 2, 7] {
            let next = AtomicU64::new(0);
            let sums = run(threads, || {
                let tasks = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
                tasks.take_while(|&task| task < 1000).sum::<u64>()
            });
            assert_eq!(sums.iter().sum::<u64>(), 999 * 1000 / 2);
        }
    }

    #[test]
    fn threads_keep_what_is_theirs() {
        let mut counts = vec![0; 3];
        run_each(&mut counts, |count| *count += 1);
        assert_eq!(counts, [1, 1, 1]);
        assert!(run_each(&mut Vec::<u8>::new(), |_| ()).is_empty());
    }
}
