//! Tables that are made at first use and kept for the life of the process, found again by a key.

use crate::puzzle::error::Result;
use crate::runtime::cancel::Cancel;
use crate::runtime::fork::{LongLock, briefly};
use std::sync::{Arc, Mutex, PoisonError};

/// Values by key, each made once. One value is made at a time; a thread that waits for another to finish can
/// be cancelled, and one that finds its value does not wait at all.
pub(crate) struct OnceMap<K, T> {
    values: Mutex<Vec<(K, Arc<T>)>>,
    /// Held by the thread that makes a value, never by one that only looks a value up.
    making: LongLock,
}

impl<K: PartialEq, T> OnceMap<K, T> {
    /// An empty map.
    pub(crate) const fn new() -> OnceMap<K, T> {
        OnceMap { values: Mutex::new(vec![]), making: LongLock::new() }
    }

    /// The value of a key, made now if there is none. If making it fails, the next caller tries again.
    pub(crate) fn get(&self, key: K, cancel: &Cancel, make: impl FnOnce() -> Result<T>) -> Result<Arc<T>> {
        if let Some(value) = self.find(&key) {
            return Ok(value);
        }
        self.update(key, cancel, |known| known.map_or_else(|| make().map(Arc::new), Ok))
    }

    /// Replaces the value of a key by what `change` makes of it, or of nothing if there is no value yet. If
    /// it fails, the map stays as it was.
    pub(crate) fn update(
        &self,
        key: K,
        cancel: &Cancel,
        change: impl FnOnce(Option<Arc<T>>) -> Result<Arc<T>>,
    ) -> Result<Arc<T>> {
        let _making = self.making.hold(cancel)?;
        let value = change(self.find(&key))?;
        self.with_values(|values| match values.iter_mut().find(|(other, _)| *other == key) {
            Some((_, old)) => *old = value.clone(),
            None => values.push((key, value.clone())),
        });
        Ok(value)
    }

    /// Forgets the value of a key, once no value is being made.
    pub(crate) fn forget(&self, key: &K, cancel: &Cancel) -> Result<()> {
        let _making = self.making.hold(cancel)?;
        self.with_values(|values| values.retain(|(other, _)| other != key));
        Ok(())
    }

    fn find(&self, key: &K) -> Option<Arc<T>> {
        self.with_values(|values| {
            values.iter().find(|(other, _)| other == key).map(|(_, value)| value.clone())
        })
    }

    /// Reads or changes the values, in a moment. A panic while a value is made leaves the map as it was.
    fn with_values<R>(&self, job: impl FnOnce(&mut Vec<(K, Arc<T>)>) -> R) -> R {
        briefly(|| job(&mut self.values.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::error::Error;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc;
    use std::time::Duration;

    #[test]
    fn a_value_is_made_once_whoever_asks() {
        let (map, cancel, made) = (OnceMap::new(), Cancel::new(), AtomicUsize::new(0));
        let ask = || {
            map.get(7, &cancel, || {
                std::thread::sleep(Duration::from_millis(20));
                Ok(made.fetch_add(1, Ordering::Relaxed))
            })
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(ask)).collect();
            threads.into_iter().for_each(|thread| assert_eq!(*thread.join().unwrap().unwrap(), 0));
        });
        assert_eq!(made.load(Ordering::Relaxed), 1);
        assert_eq!(*map.get(8, &cancel, || Ok(5)).unwrap(), 5);
    }

    #[test]
    fn a_value_can_be_changed_and_forgotten() {
        let (map, cancel) = (OnceMap::new(), Cancel::new());
        let add = |known: Option<Arc<u32>>| Ok(Arc::new(known.map_or(1, |value| *value + 1)));
        assert_eq!([0; 3].map(|_| *map.update('a', &cancel, add).unwrap()), [1, 2, 3]);
        let failed = map.update('a', &cancel, |_| Err(Error::Cancelled));
        assert_eq!((failed, *map.get('a', &cancel, || Ok(0)).unwrap()), (Err(Error::Cancelled), 3));
        map.forget(&'a', &cancel).unwrap();
        assert_eq!(*map.get('a', &cancel, || Ok(9)).unwrap(), 9);
    }

    #[test]
    fn a_value_that_failed_is_made_again() {
        let (map, cancel) = (OnceMap::new(), Cancel::new());
        assert_eq!(map.get(1, &cancel, || Err(Error::Cancelled)), Err(Error::Cancelled));
        assert_eq!(*map.get(1, &cancel, || Ok("made")).unwrap(), "made");
    }

    #[test]
    fn waiting_can_be_cancelled_and_a_hit_does_not_wait() {
        let (map, busy, idle) = (OnceMap::new(), Cancel::new(), Cancel::new());
        map.get(0, &idle, || Ok(0)).unwrap();
        let ((started, starts), (end, ends)) = (mpsc::channel(), mpsc::channel());
        std::thread::scope(|scope| {
            let (map, idle) = (&map, &idle);
            let make = move || {
                started.send(()).unwrap();
                ends.recv().unwrap();
                Ok(1)
            };
            let slow = scope.spawn(move || map.get(1, idle, make));
            starts.recv().unwrap();
            assert_eq!(*map.get(0, idle, || Ok(9)).unwrap(), 0);
            busy.cancel();
            assert_eq!(map.get(2, &busy, || Ok(2)), Err(Error::Cancelled));
            assert_eq!(map.forget(&0, &busy), Err(Error::Cancelled));
            end.send(()).unwrap();
            assert_eq!(*slow.join().unwrap().unwrap(), 1);
        });
    }
}
