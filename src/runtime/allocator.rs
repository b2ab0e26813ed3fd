//! The allocator of the crate: the system's one, and what to do when that refuses.
//!
//! Rust aborts the process when a vector cannot grow. So whatever grows with the input asks in a way that can
//! fail (`allocate`), and what nobody can ask for one by one is safe by this allocator: it first gives up the
//! `room` that is held for such a moment, and then serves small requests from its `reserve`.
//! As long as the system has memory, all this costs one comparison when memory is given back.
//!
//! It cannot end a job by itself, since an allocator must not unwind; the alarm of the reserve does.

use crate::runtime::{reserve, room};
use std::alloc::{GlobalAlloc, Layout, System};

/// The system's allocator, with something to fall back on.
pub struct Allocator;

// SAFETY: memory comes from the system's allocator or from a block of the reserve that fits the layout and
// that nobody else has; its address says which, and it goes back to where it came from.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Allocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises are those that the system's allocator asks for.
        let ask = || unsafe { System.alloc(layout) };
        let at = ask();
        if at.is_null() { ask_again(layout, ask) } else { at }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        let ask = || unsafe { System.alloc_zeroed(layout) };
        let at = ask();
        if at.is_null() { zeroed(ask_again(layout, ask), layout.size()) } else { at }
    }

    #[inline]
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        if reserve::has(at) {
            reserve::give_back(at);
        } else {
            // SAFETY: what is not in the reserve came from the system's allocator.
            unsafe { System.dealloc(at, layout) }
        }
    }

    #[inline]
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        if !reserve::has(at) {
            // SAFETY: what is not in the reserve came from the system's allocator.
            let moved = unsafe { System.realloc(at, layout, bytes) };
            if !moved.is_null() {
                return moved;
            }
        }
        // SAFETY: the caller's promises are those that this asks for.
        unsafe { self.move_to_new(at, layout, bytes) }
    }
}

impl Allocator {
    /// Moves what lies in the reserve, or what the system cannot make larger.
    #[cold]
    #[allow(unsafe_code)]
    unsafe fn move_to_new(&self, at: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        // SAFETY: the caller promises that the size is not zero and does not overflow with this alignment; both
        // places have at least as many bytes as are copied, and do not overlap.
        unsafe {
            let to = self.alloc(Layout::from_size_align_unchecked(bytes, layout.align()));
            if !to.is_null() {
                to.copy_from_nonoverlapping(at, layout.size().min(bytes));
                self.dealloc(at, layout);
            }
            to
        }
    }
}

/// After the system has refused: gives up room and asks again, and at last turns to the reserve.
#[cold]
fn ask_again(layout: Layout, ask: impl Fn() -> *mut u8) -> *mut u8 {
    while room::give_up_one() {
        let at = ask();
        if !at.is_null() {
            return at;
        }
    }
    if layout.size() > reserve::LARGEST {
        return std::ptr::null_mut();
    }
    reserve::take(layout.size(), layout.align())
}

/// Clears memory, if there is any.
#[cold]
#[allow(unsafe_code)]
fn zeroed(at: *mut u8, bytes: usize) -> *mut u8 {
    if !at.is_null() {
        // SAFETY: it was just allocated with so many bytes.
        unsafe { at.write_bytes(0, bytes) };
    }
    at
}
