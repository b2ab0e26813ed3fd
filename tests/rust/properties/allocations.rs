//! The largest piece of memory that this thread asks for: a reader of files must not ask for what a file only
//! claims to have.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static LARGEST: Cell<usize> = const { Cell::new(0) };
}

struct Watching;

#[global_allocator]
static WATCHING: Watching = Watching;

fn note(size: usize) {
    // A thread that ends has no such place any more.
    let _ = LARGEST.try_with(|largest| largest.set(largest.get().max(size)));
}

// SAFETY: everything is passed on to the system's allocator as it is.
unsafe impl GlobalAlloc for Watching {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        note(layout.size());
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        note(size);
        unsafe { System.realloc(place, layout, size) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        unsafe { System.dealloc(place, layout) }
    }
}

/// Does some work, and says how many bytes were the most that it asked for at once.
pub(crate) fn largest<T>(work: impl FnOnce() -> T) -> (T, usize) {
    LARGEST.set(0);
    let done = work();
    (done, LARGEST.get())
}

#[test]
fn allocations_are_seen() {
    let (bytes, largest) = largest(|| vec![1u8; 12_345]);
    assert!((bytes.len()..1 << 20).contains(&largest));
}
