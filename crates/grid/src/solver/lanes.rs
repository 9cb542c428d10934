//! Four lanes of 64 bits: a register where the processor has one, an array elsewhere. All kinds
//! give the same bits. Nothing here knows Sudoku.
//!
//! No operation uses `array::map` or `from_fn`, because these are function calls. With one call for
//! each shift, solving on ARM took four to seven times as many instructions.

/// Four lanes, each of two halves.
pub(super) trait Lanes: Copy {
    /// Loads four lanes.
    fn new(lanes: [u64; 4]) -> Self;
    /// Stores the four lanes.
    fn get(self) -> [u64; 4];
    /// Copies a value to all lanes.
    fn all(lane: u64) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// Returns the bits of `self` that `other` lacks.
    fn without(self, other: Self) -> Self;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn left<const N: i32>(self) -> Self;
    fn right<const N: i32>(self) -> Self;
    /// Shifts each lane left by its own number of bits, at most 64.
    fn left_by(self, bits: [u64; 4]) -> Self;
    fn right_by(self, bits: [u64; 4]) -> Self;
    /// Moves lanes 1, 2, 0 to 0, 1, 2; lane 3 stays.
    fn next(self) -> Self;
    /// Moves lanes 2, 0, 1 to 0, 1, 2; lane 3 stays.
    fn last(self) -> Self;
    /// Exchanges lanes 0 and 1 with 2 and 3.
    #[inline(always)]
    fn swapped(self) -> Self {
        let [a, b, c, d] = self.get();
        Self::new([c, d, a, b])
    }
    /// Collects the lower halves of three values, in the order of the values. The first result has
    /// the halves of lane 0 in lanes 0 and 1, and those of lane 2 in lanes 2 and 3; the second has
    /// lanes 1 and 3 in the same way. The fourth half of each group may hold anything.
    fn paired(values: [Self; 3]) -> [Self; 2];
    /// Copies this half of the first two lanes to all lanes. Lanes 2 and 3 must equal 0 and 1, and
    /// the upper halves of lanes 1 and 3 must be 0.
    fn spread(self, half: usize) -> Self;
    /// Returns true if all lanes are 0.
    fn is_zero(self) -> bool;
    /// Gathers bit `at` of each lane: bit `i` comes from lane `i`.
    #[inline(always)]
    fn with_bit(self, at: usize) -> u32 {
        let [a, b, c, d] = self.get();
        let bit = |lane: u64| (lane >> at & 1) as u32;
        bit(a) | bit(b) << 1 | bit(c) << 2 | bit(d) << 3
    }
}

/// Adds `#[inline(always)]` to all operations, so that they become part of the search loop. The
/// operations of an `unsafe impl` are intrinsics: their module says which processors have them.
macro_rules! inlined {
    (impl Lanes for $Kind:ident { $($operation:item)* }) => {
        impl Lanes for $Kind { $(#[inline(always)] $operation)* }
    };
    (unsafe impl Lanes for $Kind:ident {
        $(fn $name:ident $(<const $N:ident: i32>)? ($($input:tt)*) -> $Output:ty $body:block)*
    }) => {
        impl Lanes for $Kind { $(
            #[inline(always)]
            fn $name $(<const $N: i32>)? ($($input)*) -> $Output {
                // SAFETY: see the module of this kind.
                unsafe { $body }
            }
        )* }
    };
}

/// Lanes for any processor. ARM never needs them, so there they exist in tests only.
#[cfg(any(test, not(target_arch = "aarch64")))]
#[derive(Clone, Copy)]
pub(super) struct PortableLanes([u64; 4]);

#[cfg(any(test, not(target_arch = "aarch64")))]
impl PortableLanes {
    #[inline(always)]
    fn both(mut self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        for (i, lane) in self.0.iter_mut().enumerate() {
            *lane = f(*lane, other.0[i]);
        }
        self
    }
}

#[cfg(any(test, not(target_arch = "aarch64")))]
inlined! { impl Lanes for PortableLanes {
    fn new(lanes: [u64; 4]) -> Self { Self(lanes) }
    fn get(self) -> [u64; 4] { self.0 }
    fn all(lane: u64) -> Self { Self([lane; 4]) }
    fn and(self, other: Self) -> Self { self.both(other, |a, b| a & b) }
    fn or(self, other: Self) -> Self { self.both(other, |a, b| a | b) }
    fn without(self, other: Self) -> Self { self.both(other, |a, b| a & !b) }
    fn plus(self, other: Self) -> Self { self.both(other, u64::wrapping_add) }
    fn minus(self, other: Self) -> Self { self.both(other, u64::wrapping_sub) }
    fn left<const N: i32>(self) -> Self { self.both(self, |a, _| a << N) }
    fn right<const N: i32>(self) -> Self { self.both(self, |a, _| a >> N) }
    fn left_by(self, bits: [u64; 4]) -> Self { self.both(Self(bits), |a, n| if n < 64 { a << n } else { 0 }) }
    fn right_by(self, bits: [u64; 4]) -> Self { self.both(Self(bits), |a, n| if n < 64 { a >> n } else { 0 }) }

    fn next(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([b, c, a, d])
    }

    fn last(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([c, a, b, d])
    }

    fn paired([a, b, c]: [Self; 3]) -> [Self; 2] {
        let low = |x: Self, lane: usize| x.0[lane] & u64::from(u32::MAX);
        let pair = |lane| [low(a, lane) | b.0[lane] << 32, low(c, lane)];
        let ([a, b], [c, d]) = (pair(0), pair(2));
        let even = Self([a, b, c, d]);
        let ([a, b], [c, d]) = (pair(1), pair(3));
        [even, Self([a, b, c, d])]
    }

    fn spread(self, half: usize) -> Self { Self([self.0[half / 2] >> (half % 2 * 32) & u64::from(u32::MAX); 4]) }
    fn is_zero(self) -> bool { self.0.iter().fold(0, |any, lane| any | lane) == 0 }
} }

#[cfg(target_arch = "x86_64")]
pub(super) mod x86 {
    //! Lanes for x86-64 processors since 2013 (Intel) and 2015 (AMD).
    //!
    //! Safety of every block below: only functions that run after `has_avx2` has found AVX2 make a
    //! value of this type, and no intrinsic needs anything else. The tests run all kinds of lanes
    //! on the same puzzles.

    use super::Lanes;
    use std::arch::x86_64::*;

    /// A register of 256 bits.
    #[derive(Clone, Copy)]
    pub(crate) struct Avx2Lanes(__m256i);

    /// Returns true if this processor has AVX2 and the instructions that came with it. The standard
    /// library caches the answer.
    #[inline(always)]
    pub(crate) fn has_avx2() -> bool {
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
    }

    /// Returns true if this processor also has three-input logic and 32 registers: AVX-512 for
    /// registers of 256 bits, which the compiler uses by itself. A build with `--cfg no_avx512`
    /// shows what other processors do, for measurements and tests.
    #[inline(always)]
    pub(crate) fn has_avx512() -> bool {
        !cfg!(no_avx512)
            && has_avx2()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512vl")
    }

    inlined! { unsafe impl Lanes for Avx2Lanes {
        // An array of 32 bytes needs no alignment.
        fn new(lanes: [u64; 4]) -> Self { Self(_mm256_loadu_si256(lanes.as_ptr().cast())) }

        fn get(self) -> [u64; 4] {
            let mut lanes = [0; 4];
            _mm256_storeu_si256(lanes.as_mut_ptr().cast(), self.0);
            lanes
        }

        fn all(lane: u64) -> Self { Self(_mm256_set1_epi64x(lane.cast_signed())) }
        fn and(self, other: Self) -> Self { Self(_mm256_and_si256(self.0, other.0)) }
        fn or(self, other: Self) -> Self { Self(_mm256_or_si256(self.0, other.0)) }
        fn without(self, other: Self) -> Self { Self(_mm256_andnot_si256(other.0, self.0)) }
        fn plus(self, other: Self) -> Self { Self(_mm256_add_epi64(self.0, other.0)) }
        fn minus(self, other: Self) -> Self { Self(_mm256_sub_epi64(self.0, other.0)) }
        fn left<const N: i32>(self) -> Self { Self(_mm256_slli_epi64::<N>(self.0)) }
        fn right<const N: i32>(self) -> Self { Self(_mm256_srli_epi64::<N>(self.0)) }
        fn left_by(self, bits: [u64; 4]) -> Self { Self(_mm256_sllv_epi64(self.0, Self::new(bits).0)) }
        fn right_by(self, bits: [u64; 4]) -> Self { Self(_mm256_srlv_epi64(self.0, Self::new(bits).0)) }
        fn next(self) -> Self { Self(_mm256_permute4x64_epi64::<0b11_00_10_01>(self.0)) }
        fn last(self) -> Self { Self(_mm256_permute4x64_epi64::<0b11_01_00_10>(self.0)) }
        fn swapped(self) -> Self { Self(_mm256_permute2x128_si256::<0x01>(self.0, self.0)) }

        fn paired([a, b, c]: [Self; 3]) -> [Self; 2] {
            let float = |x: Self| _mm256_castsi256_ps(x.0);
            let low = _mm256_shuffle_ps::<0b10_00_10_00>(float(a), float(b));
            let even = _mm256_shuffle_ps::<0b00_00_10_00>(low, float(c));
            let odd = _mm256_shuffle_ps::<0b10_10_11_01>(low, float(c));
            [Self(_mm256_castps_si256(even)), Self(_mm256_castps_si256(odd))]
        }

        fn spread(self, half: usize) -> Self {
            Self(match half {
                0 => _mm256_shuffle_epi32::<0b11_00_11_00>(self.0),
                1 => _mm256_shuffle_epi32::<0b11_01_11_01>(self.0),
                _ => _mm256_shuffle_epi32::<0b11_10_11_10>(self.0),
            })
        }

        fn is_zero(self) -> bool { _mm256_testz_si256(self.0, self.0) != 0 }

        fn with_bit(self, at: usize) -> u32 {
            let signs = _mm256_sll_epi64(self.0, _mm_cvtsi64_si128(63 - at as i64));
            _mm256_movemask_pd(_mm256_castsi256_pd(signs)).cast_unsigned()
        }
    } }
}

#[cfg(target_arch = "aarch64")]
pub(super) mod neon {
    //! Lanes for every 64-bit ARM processor.
    //!
    //! Safety of every block below: all these processors have NEON.

    use super::Lanes;
    use std::arch::aarch64::*;

    /// Two registers of 128 bits, each with two lanes.
    #[derive(Clone, Copy)]
    pub(crate) struct NeonLanes([uint64x2_t; 2]);

    impl NeonLanes {
        #[inline(always)]
        fn each(self, f: impl Fn(uint64x2_t) -> uint64x2_t) -> Self {
            Self([f(self.0[0]), f(self.0[1])])
        }

        #[inline(always)]
        fn pairs(self, other: Self, f: impl Fn(uint64x2_t, uint64x2_t) -> uint64x2_t) -> Self {
            Self([f(self.0[0], other.0[0]), f(self.0[1], other.0[1])])
        }
    }

    inlined! { unsafe impl Lanes for NeonLanes {
        // Each half of an array has 16 bytes and needs no alignment.
        fn new(lanes: [u64; 4]) -> Self {
            let lanes = lanes.as_ptr();
            Self([vld1q_u64(lanes), vld1q_u64(lanes.add(2))])
        }

        fn get(self) -> [u64; 4] {
            let mut lanes = [0; 4];
            vst1q_u64(lanes.as_mut_ptr(), self.0[0]);
            vst1q_u64(lanes.as_mut_ptr().add(2), self.0[1]);
            lanes
        }

        fn all(lane: u64) -> Self { Self([vdupq_n_u64(lane); 2]) }
        fn and(self, other: Self) -> Self { self.pairs(other, |a, b| vandq_u64(a, b)) }
        fn or(self, other: Self) -> Self { self.pairs(other, |a, b| vorrq_u64(a, b)) }
        fn without(self, other: Self) -> Self { self.pairs(other, |a, b| vbicq_u64(a, b)) }
        fn plus(self, other: Self) -> Self { self.pairs(other, |a, b| vaddq_u64(a, b)) }
        fn minus(self, other: Self) -> Self { self.pairs(other, |a, b| vsubq_u64(a, b)) }
        fn left<const N: i32>(self) -> Self { self.each(|a| vshlq_n_u64::<N>(a)) }
        fn right<const N: i32>(self) -> Self { self.each(|a| vshrq_n_u64::<N>(a)) }
        fn left_by(self, bits: [u64; 4]) -> Self { self.pairs(Self::new(bits), |a, n| vshlq_u64(a, vreinterpretq_s64_u64(n))) }
        fn right_by(self, bits: [u64; 4]) -> Self { self.pairs(Self::new(bits), |a, n| vshlq_u64(a, vnegq_s64(vreinterpretq_s64_u64(n)))) }

        fn next(self) -> Self {
            let [a, b] = self.0;
            Self([vextq_u64::<1>(a, b), vcopyq_laneq_u64::<1, 1>(a, b)])
        }

        fn last(self) -> Self {
            let [a, b] = self.0;
            Self([vzip1q_u64(b, a), vzip2q_u64(a, b)])
        }

        fn paired([a, b, c]: [Self; 3]) -> [Self; 2] {
            let low = |a, b| vreinterpretq_u64_u32(vtrn1q_u32(vreinterpretq_u32_u64(a), vreinterpretq_u32_u64(b)));
            let of = |i: usize| (low(a.0[i], b.0[i]), low(c.0[i], c.0[i]));
            let ((ab, c), (de, f)) = (of(0), of(1));
            [Self([vzip1q_u64(ab, c), vzip1q_u64(de, f)]), Self([vzip2q_u64(ab, c), vzip2q_u64(de, f)])]
        }

        fn spread(self, half: usize) -> Self {
            // Four bytes of the half, then four that are 0.
            let order = vreinterpretq_u8_u64(vdupq_n_u64(0xffff_ffff_0302_0100 + 0x0404_0404 * half as u64));
            Self([vreinterpretq_u64_u8(vqtbl1q_u8(vreinterpretq_u8_u64(self.0[0]), order)); 2])
        }

        fn is_zero(self) -> bool { vmaxvq_u32(vreinterpretq_u32_u64(vorrq_u64(self.0[0], self.0[1]))) == 0 }
    } }
}
