//! Eight 32-bit lanes: a register where the processor has one, an array elsewhere. Both give the
//! same bits. Nothing here knows Sudoku, and nothing goes through `array::map` or `from_fn`: they are calls, and with one for
//! each shift solving on ARM took four to seven times as many instructions.

/// Two groups of four lanes of 32 bits.
pub(super) trait Lanes: Copy {
    /// A value with these lanes.
    fn new(lanes: [u32; 8]) -> Self;
    /// The lanes.
    fn get(self) -> [u32; 8];
    /// The same value in all lanes.
    fn all(lane: u32) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// The bits of `self` that `other` does not have.
    fn without(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn left<const N: i32>(self) -> Self;
    fn right<const N: i32>(self) -> Self;
    /// In each group, lanes 0, 1, 2 become 1, 2, 0; lane 3 stays.
    fn turned(self) -> Self;
    /// Exchanges the two groups.
    fn swapped(self) -> Self;
    /// Whether all lanes are 0.
    fn is_zero(self) -> bool;
    /// Bit `i` is whether lane `i` is not 0.
    fn used(self) -> u8;
}

/// Writes all operations of a kind of lanes into the walk.
macro_rules! inlined {
    (impl Lanes for $Kind:ident { $($operation:item)* }) => {
        impl Lanes for $Kind { $(#[inline(always)] $operation)* }
    };
}

/// For any processor; for those of ARM, which never need it, in tests.
#[cfg(any(test, not(target_arch = "aarch64")))]
#[derive(Clone, Copy)]
pub(super) struct Portable([u32; 8]);

#[cfg(any(test, not(target_arch = "aarch64")))]
impl Portable {
    #[inline(always)]
    fn both(mut self, other: Self, f: impl Fn(u32, u32) -> u32) -> Self {
        for (i, lane) in self.0.iter_mut().enumerate() {
            *lane = f(*lane, other.0[i]);
        }
        self
    }
}

#[cfg(any(test, not(target_arch = "aarch64")))]
inlined! { impl Lanes for Portable {
    fn new(lanes: [u32; 8]) -> Self { Self(lanes) }
    fn get(self) -> [u32; 8] { self.0 }
    fn all(lane: u32) -> Self { Self([lane; 8]) }
    fn and(self, other: Self) -> Self { self.both(other, |a, b| a & b) }
    fn or(self, other: Self) -> Self { self.both(other, |a, b| a | b) }
    fn without(self, other: Self) -> Self { self.both(other, |a, b| a & !b) }
    fn minus(self, other: Self) -> Self { self.both(other, u32::wrapping_sub) }
    fn left<const N: i32>(self) -> Self { self.both(self, |a, _| a << N) }
    fn right<const N: i32>(self) -> Self { self.both(self, |a, _| a >> N) }

    fn turned(self) -> Self {
        let [a, b, c, d, e, f, g, h] = self.0;
        Self([b, c, a, d, f, g, e, h])
    }

    fn swapped(self) -> Self {
        let [a, b, c, d, e, f, g, h] = self.0;
        Self([e, f, g, h, a, b, c, d])
    }

    fn is_zero(self) -> bool { self.0.iter().fold(0, |any, lane| any | lane) == 0 }

    fn used(self) -> u8 {
        self.0.iter().rev().fold(0, |used, &lane| used << 1 | u8::from(lane != 0))
    }
} }

#[cfg(target_arch = "x86_64")]
pub(super) mod x86 {
    //! For x86-64 processors since 2013 (Intel) and 2015 (AMD).
    //!
    //! Safety of every block below: a value of this type is only made inside functions that are
    //! entered after `detected` has found AVX2, and no intrinsic needs anything else. The tests run
    //! all kinds of lanes on the same puzzles.

    use super::Lanes;
    use std::arch::x86_64::*;

    /// A register of 256 bits.
    #[derive(Clone, Copy)]
    pub(in crate::sudoku::solver) struct Wide(__m256i);

    /// Whether this processor has AVX2, and what came with it; asked once, remembered by the standard library.
    #[inline(always)]
    pub(in crate::sudoku::solver) fn detected() -> bool {
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
    }

    inlined! { impl Lanes for Wide {
        fn new(lanes: [u32; 8]) -> Self {
            // SAFETY: see the module; and the array is 32 bytes, of any alignment.
            Self(unsafe { _mm256_loadu_si256(lanes.as_ptr().cast()) })
        }

        fn get(self) -> [u32; 8] {
            let mut lanes = [0; 8];
            // SAFETY: as in `new`.
            unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), self.0) };
            lanes
        }

        fn all(lane: u32) -> Self {
            // SAFETY: see the module; so for all that follow.
            Self(unsafe { _mm256_set1_epi32(lane.cast_signed()) })
        }

        fn and(self, other: Self) -> Self { Self(unsafe { _mm256_and_si256(self.0, other.0) }) }
        fn or(self, other: Self) -> Self { Self(unsafe { _mm256_or_si256(self.0, other.0) }) }
        fn without(self, other: Self) -> Self { Self(unsafe { _mm256_andnot_si256(other.0, self.0) }) }
        fn minus(self, other: Self) -> Self { Self(unsafe { _mm256_sub_epi32(self.0, other.0) }) }
        fn left<const N: i32>(self) -> Self { Self(unsafe { _mm256_slli_epi32::<N>(self.0) }) }
        fn right<const N: i32>(self) -> Self { Self(unsafe { _mm256_srli_epi32::<N>(self.0) }) }
        fn turned(self) -> Self { Self(unsafe { _mm256_shuffle_epi32::<0b11_00_10_01>(self.0) }) }
        fn swapped(self) -> Self { Self(unsafe { _mm256_permute2x128_si256::<0x01>(self.0, self.0) }) }
        fn is_zero(self) -> bool { (unsafe { _mm256_testz_si256(self.0, self.0) }) != 0 }

        fn used(self) -> u8 {
            let zero = unsafe { _mm256_cmpeq_epi32(self.0, _mm256_setzero_si256()) };
            !(unsafe { _mm256_movemask_ps(_mm256_castsi256_ps(zero)) }) as u8
        }
    } }
}

#[cfg(target_arch = "aarch64")]
pub(super) mod neon {
    //! For every processor with 64 bits of ARM.
    //!
    //! Safety of every block below: NEON is a part of these processors.

    use super::Lanes;
    use std::arch::aarch64::*;

    /// Two registers of 128 bits, one for each group.
    #[derive(Clone, Copy)]
    pub(in crate::sudoku::solver) struct Twice([uint32x4_t; 2]);

    impl Twice {
        #[inline(always)]
        fn each(self, f: impl Fn(uint32x4_t) -> uint32x4_t) -> Self {
            Self([f(self.0[0]), f(self.0[1])])
        }

        #[inline(always)]
        fn both(self, other: Self, f: impl Fn(uint32x4_t, uint32x4_t) -> uint32x4_t) -> Self {
            Self([f(self.0[0], other.0[0]), f(self.0[1], other.0[1])])
        }
    }

    inlined! { impl Lanes for Twice {
        fn new(lanes: [u32; 8]) -> Self {
            let lanes = lanes.as_ptr();
            // SAFETY: see the module; and each group is 16 bytes, of any alignment.
            Self(unsafe { [vld1q_u32(lanes), vld1q_u32(lanes.add(4))] })
        }

        fn get(self) -> [u32; 8] {
            let mut lanes = [0; 8];
            // SAFETY: as in `new`.
            unsafe { vst1q_u32(lanes.as_mut_ptr(), self.0[0]) };
            unsafe { vst1q_u32(lanes.as_mut_ptr().add(4), self.0[1]) };
            lanes
        }

        fn all(lane: u32) -> Self {
            // SAFETY: see the module; so for all that follow.
            Self([unsafe { vdupq_n_u32(lane) }; 2])
        }

        fn and(self, other: Self) -> Self { self.both(other, |a, b| unsafe { vandq_u32(a, b) }) }
        fn or(self, other: Self) -> Self { self.both(other, |a, b| unsafe { vorrq_u32(a, b) }) }
        fn without(self, other: Self) -> Self { self.both(other, |a, b| unsafe { vbicq_u32(a, b) }) }
        fn minus(self, other: Self) -> Self { self.both(other, |a, b| unsafe { vsubq_u32(a, b) }) }
        fn left<const N: i32>(self) -> Self { self.each(|a| unsafe { vshlq_n_u32::<N>(a) }) }
        fn right<const N: i32>(self) -> Self { self.each(|a| unsafe { vshrq_n_u32::<N>(a) }) }

        fn turned(self) -> Self {
            // Bytes 4 to 11, then 0 to 3 and 12 to 15.
            let (low, high) = (0x0b0a_0908_0706_0504, 0x0f0e_0d0c_0302_0100);
            let order = unsafe { vcombine_u8(vcreate_u8(low), vcreate_u8(high)) };
            self.each(|a| unsafe { vreinterpretq_u32_u8(vqtbl1q_u8(vreinterpretq_u8_u32(a), order)) })
        }

        fn swapped(self) -> Self { Self([self.0[1], self.0[0]]) }
        fn is_zero(self) -> bool { (unsafe { vmaxvq_u32(vorrq_u32(self.0[0], self.0[1])) }) == 0 }

        fn used(self) -> u8 {
            let group = |i: usize, bits: [u32; 4]| unsafe {
                let bits = vld1q_u32(bits.as_ptr());
                vaddvq_u32(vandq_u32(vtstq_u32(self.0[i], self.0[i]), bits))
            };
            (group(0, [1, 2, 4, 8]) | group(1, [16, 32, 64, 128])) as u8
        }
    } }
}
