//! What the processor can do beyond the oldest of its kind.

/// Has the processor fetch an entry of a slice while it goes on.
#[inline(always)]
pub(crate) fn prefetch<T: Copy>(entries: &[T], at: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the prefetch of an address does nothing that a program could see, whatever is there.
        #[allow(unsafe_code)]
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(entries.as_ptr().wrapping_add(at).cast());
        }
    }
    // A read that nothing waits for.
    #[cfg(not(target_arch = "x86_64"))]
    std::hint::black_box(entries.get(at).copied());
}

/// Whether it is an x86-64 processor of the third level, as nearly all are since 2015: it counts, gathers and scatters
/// bits by one instruction each, and handles 32 bytes at a time. What is compiled for such processors has
/// `#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]`.
#[inline(always)]
pub(crate) fn is_modern() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
    }
    #[cfg(not(target_arch = "x86_64"))]
    false
}
