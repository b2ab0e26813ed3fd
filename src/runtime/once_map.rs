//! Tables made at first use and kept until the process ends.

use crate::puzzle::error::Result;
use crate::runtime::cancel::Cancel;
use std::sync::{Arc, Mutex, TryLockError};
use std::time::Duration;

/// Values by key. One is made at a time, and who waits for another thread can be cancelled.
pub(crate) struct OnceMap<K, T>(Mutex<Vec<(K, Arc<T>)>>);

impl<K: PartialEq, T> OnceMap<K, T> {
    /// Nothing on it.
    pub(crate) const fn new() -> OnceMap<K, T> {
        OnceMap(Mutex::new(vec![]))
    }

    /// The value of a key, made now if it is not there.
    pub(crate) fn get(&self, key: K, cancel: &Cancel, make: impl FnOnce() -> Result<T>) -> Result<Arc<T>> {
        let mut values = loop {
            match self.0.try_lock() {
                Ok(values) => break values,
                Err(TryLockError::Poisoned(values)) => break values.into_inner(),
                Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(5)),
            }
            cancel.check()?;
        };
        if let Some((_, value)) = values.iter().find(|(other, _)| *other == key) {
            return Ok(value.clone());
        }
        let value = Arc::new(make()?);
        values.push((key, value.clone()));
        Ok(value)
    }
}
