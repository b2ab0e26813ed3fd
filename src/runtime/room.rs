//! Room in the address space that is held for what comes next.
//!
//! Some jobs make many vectors whose sizes are known together, such as those of a large board. Such a job asks
//! for room beforehand, which can fail. The room is mapped and never touched, so it takes no memory. If the
//! system refuses anything while it is held, the allocator gives up the room and asks again. So whatever the job
//! needs, up to the size of its room, is there.
//!
//! Systems other than Unix do not limit the address space of a process; there, room is only counted.

use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

/// Room that is given up at the end, if nobody needed it before.
pub(crate) struct Room {
    /// Its slot and its number; nothing if there was no slot left.
    held: Option<(usize, usize)>,
}

/// A mapping that is held.
struct Slot {
    /// The number of the room; [`FREE`] if there is none, [`BUSY`] while a thread changes it.
    number: AtomicUsize,
    begin: AtomicPtr<u8>,
    bytes: AtomicUsize,
}

const FREE: usize = 0;
const BUSY: usize = 1;
/// Every room has a number of its own, since another one may begin where it began.
static NEXT_NUMBER: AtomicUsize = AtomicUsize::new(BUSY + 1);

/// More than there are jobs at a time.
const COUNT: usize = 256;
/// All that are held. If there are more, the rest are given up at once.
static SLOTS: [Slot; COUNT] = [const {
    Slot {
        number: AtomicUsize::new(FREE),
        begin: AtomicPtr::new(std::ptr::null_mut()),
        bytes: AtomicUsize::new(0),
    }
}; COUNT];

impl Room {
    /// Holds so many bytes; nothing if the system refuses them.
    pub(crate) fn new(bytes: usize) -> Option<Room> {
        // The slot comes first: whoever is refused meanwhile sees that it is busy, and waits.
        let Some((at, slot)) = SLOTS.iter().enumerate().find(|(_, slot)| slot.change(FREE)) else {
            return map(bytes).map(|begin| unmap(begin, bytes)).map(|()| Room { held: None });
        };
        let Some(begin) = map(bytes) else {
            slot.number.store(FREE, Ordering::Release);
            return None;
        };
        let number = NEXT_NUMBER.fetch_add(1, Ordering::Relaxed);
        slot.begin.store(begin, Ordering::Relaxed);
        slot.bytes.store(bytes, Ordering::Relaxed);
        slot.number.store(number, Ordering::Release);
        Some(Room { held: Some((at, number)) })
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        if let Some((at, number)) = self.held {
            SLOTS[at].give_up(number);
        }
    }
}

impl Slot {
    /// Makes it busy if it has this number.
    fn change(&self, number: usize) -> bool {
        self.number.compare_exchange(number, BUSY, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }

    /// Gives up the room of this number, unless somebody has done it before.
    fn give_up(&self, number: usize) -> bool {
        let ours = self.change(number);
        if ours {
            unmap(self.begin.load(Ordering::Relaxed), self.bytes.load(Ordering::Relaxed));
            self.number.store(FREE, Ordering::Release);
        }
        ours
    }
}

/// Gives up some room. Whether there was any, or may be now: another thread was giving up some.
#[cold]
pub(crate) fn give_up_one() -> bool {
    // A thread is busy for microseconds. But in a forked child it may be for ever.
    const MOST_TURNS: usize = 1000;
    let mut is_busy = false;
    for _ in 0..MOST_TURNS {
        let numbers = || SLOTS.iter().map(|slot| (slot, slot.number.load(Ordering::Relaxed)));
        if numbers().any(|(slot, number)| number > BUSY && slot.give_up(number)) {
            return true;
        }
        let was_busy = std::mem::replace(&mut is_busy, numbers().any(|(_, number)| number == BUSY));
        if !is_busy {
            return was_busy;
        }
        std::thread::yield_now();
    }
    false
}

#[cfg(unix)]
#[allow(unsafe_code)]
fn map(bytes: usize) -> Option<*mut u8> {
    let (access, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
    // SAFETY: a new mapping, at an address of the system's choice.
    let at = unsafe { libc::mmap(std::ptr::null_mut(), bytes.max(1), access, kind, -1, 0) };
    (at != libc::MAP_FAILED).then_some(at.cast())
}

#[cfg(unix)]
#[allow(unsafe_code)]
fn unmap(begin: *mut u8, bytes: usize) {
    // SAFETY: `map` made this mapping, nobody has a reference into it, and it is unmapped once: by the thread
    // that took its number from the slot.
    unsafe { libc::munmap(begin.cast(), bytes.max(1)) };
}

#[cfg(not(unix))]
fn map(_bytes: usize) -> Option<*mut u8> {
    Some(std::ptr::null_mut())
}

#[cfg(not(unix))]
fn unmap(_begin: *mut u8, _bytes: usize) {}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// Other tests hold room, too, so counts are not exact.
    #[test]
    fn room_can_be_given_up_early_and_is_refused_if_there_is_none() {
        let rooms: Vec<Room> = (0..COUNT + 8).filter_map(|_| Room::new(1 << 20)).collect();
        assert_eq!(rooms.len(), COUNT + 8, "more than there are slots");
        assert!(rooms.iter().filter(|room| room.held.is_none()).count() >= 8);
        let given_up = (0..COUNT).filter(|_| give_up_one()).count();
        assert!(given_up > COUNT / 2);
        let later = Room::new(1 << 20).unwrap();
        let (at, number) = later.held.unwrap();
        drop(rooms);
        assert_eq!(SLOTS[at].number.load(Ordering::Relaxed), number, "it belongs to another room now");
        drop(later);
        assert_ne!(SLOTS[at].number.load(Ordering::Relaxed), number, "given up at the end");
        assert!(Room::new(usize::MAX / 2).is_none());
    }

    #[test]
    fn threads_that_are_refused_at_the_same_time_all_get_room() {
        let rooms: Vec<Room> = (0..32).filter_map(|_| Room::new(1 << 20)).collect();
        let given_up: usize = std::thread::scope(|scope| {
            let threads: Vec<_> =
                (0..4).map(|_| scope.spawn(|| (0..8).filter(|_| give_up_one()).count())).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        assert_eq!((rooms.len(), given_up), (32, 32));
    }
}
