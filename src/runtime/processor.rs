//! What the processor can do beyond the oldest of its kind.

use std::sync::atomic::{AtomicU8, Ordering};

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

/// Proof that this is an x86-64 processor of the third level, as nearly all are since 2015: it counts, gathers and
/// scatters bits by one quick instruction each, and handles 32 bytes at a time. What is compiled for such processors
/// has `#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]`, and only whoever holds this may call it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Modern(());

/// The proof, if the processor is modern.
pub(crate) fn modern() -> Option<Modern> {
    const UNKNOWN: u8 = 2;
    // Found out once: in a virtual machine the question takes as long as some searches. Not behind a lock, which might
    // be held when the process is forked.
    static IS_MODERN: AtomicU8 = AtomicU8::new(UNKNOWN);
    let known = match IS_MODERN.load(Ordering::Relaxed) {
        UNKNOWN => u8::from(is_modern()),
        known => known,
    };
    IS_MODERN.store(known, Ordering::Relaxed);
    (known == 1).then_some(Modern(()))
}

#[cfg(target_arch = "x86_64")]
fn is_modern() -> bool {
    let has_all = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt");
    let (vendor, signature) = identity();
    has_all && !is_slow(&vendor, signature)
}

#[cfg(not(target_arch = "x86_64"))]
fn is_modern() -> bool {
    false
}

/// The vendor of the processor, and the number that says which one it is.
#[cfg(target_arch = "x86_64")]
fn identity() -> ([u8; 12], u32) {
    use std::arch::x86_64::__cpuid;
    // SAFETY: every x86-64 processor has the instruction, and both questions. (To newer compilers it is safe.)
    #[allow(unsafe_code, unused_unsafe)]
    let [first, second] = unsafe { [__cpuid(0), __cpuid(1)] };
    let mut vendor = [0; 12];
    for (four, register) in vendor.chunks_mut(4).zip([first.ebx, first.edx, first.ecx]) {
        four.copy_from_slice(&register.to_le_bytes());
    }
    (vendor, second.eax)
}

/// Whether a processor gathers and scatters bits one by one: AMD's do before Zen 3, and those that Hygon makes of them.
#[cfg(target_arch = "x86_64")]
fn is_slow(vendor: &[u8; 12], signature: u32) -> bool {
    const ZEN_3: u32 = 0x19;
    [b"AuthenticAMD", b"HygonGenuine"].contains(&vendor) && family(signature) < ZEN_3
}

/// The family of a processor.
#[cfg(target_arch = "x86_64")]
fn family(signature: u32) -> u32 {
    let (family, more) = (signature >> 8 & 0xf, signature >> 20 & 0xff);
    if family == 0xf { family + more } else { family }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    #[test]
    fn some_have_slow_gathers() {
        for (vendor, signature, known, slow) in [
            (b"AuthenticAMD", 0x0066_0f01, 0x15, true),  // Excavator
            (b"AuthenticAMD", 0x0080_0f11, 0x17, true),  // Zen
            (b"AuthenticAMD", 0x0087_0f10, 0x17, true),  // Zen 2
            (b"HygonGenuine", 0x0090_0f02, 0x18, true),  // Dhyana
            (b"AuthenticAMD", 0x00a2_0f10, 0x19, false), // Zen 3
            (b"AuthenticAMD", 0x00b4_0f40, 0x1a, false), // Zen 5
            (b"GenuineIntel", 0x0003_06c3, 0x06, false), // Haswell
            (b"GenuineIntel", 0x0009_06a4, 0x06, false), // Alder Lake
        ] {
            assert_eq!(family(signature), known, "{signature:x}");
            assert_eq!(is_slow(vendor, signature), slow, "{signature:x}");
        }
    }

    #[test]
    fn the_answer_is_always_the_same() {
        assert_eq!(modern().is_some(), is_modern());
        assert_eq!(modern().is_some(), is_modern());
    }

    /// The system has asked, too.
    #[test]
    #[cfg(target_os = "linux")]
    fn vendor_and_family_are_those_that_the_system_names() {
        let known = std::fs::read_to_string("/proc/cpuinfo").unwrap();
        let said = |name: &str| {
            let line = known.lines().find(|line| line.starts_with(name))?;
            Some(line.split_once(':')?.1.trim().to_owned())
        };
        let (vendor, signature) = identity();
        assert_eq!(said("vendor_id").unwrap().as_bytes(), vendor);
        assert_eq!(said("cpu family").unwrap(), family(signature).to_string());
    }
}
