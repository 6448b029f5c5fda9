//! Virtual time.

/// A point in virtual time, in virtual nanoseconds: `vruntime`, `deadline`, `V`.
///
/// It wraps at 2⁶⁴, so it has no order of its own; [`Vtime::since`] compares two
/// points that are less than 2⁶³ apart, which is all that a queue ever holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Vtime(pub u64);

impl Vtime {
    /// Signed distance from `earlier` in virtual ns; wrong only beyond 2⁶³ (292 years).
    #[inline]
    pub const fn since(self, earlier: Vtime) -> i64 {
        self.0.wrapping_sub(earlier.0) as i64
    }

    /// This point moved by `delta` virtual ns, which may be negative.
    #[inline]
    pub const fn plus(self, delta: i64) -> Vtime {
        Vtime(self.0.wrapping_add(delta as u64))
    }

    /// This point moved back by `delta` virtual ns, which may be negative.
    #[inline]
    pub const fn minus(self, delta: i64) -> Vtime {
        Vtime(self.0.wrapping_sub(delta as u64))
    }

    /// Whether this point is strictly before `other`.
    #[inline]
    pub const fn before(self, other: Vtime) -> bool {
        self.since(other) < 0
    }

    /// The earlier of the two.
    #[inline]
    pub const fn min(self, other: Vtime) -> Vtime {
        if other.before(self) { other } else { self }
    }

    /// The later of the two.
    #[inline]
    pub const fn max(self, other: Vtime) -> Vtime {
        if self.before(other) { other } else { self }
    }

    /// The same bits, signed: how recordings and traces write it.
    #[inline]
    pub const fn raw(self) -> i64 {
        self.0 as i64
    }

    /// The inverse of [`Vtime::raw`].
    #[inline]
    pub const fn from_raw(raw: i64) -> Vtime {
        Vtime(raw as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparison_survives_the_wrap() {
        let before_wrap = Vtime(u64::MAX - 1);
        let after_wrap = before_wrap.plus(5);
        assert_eq!(after_wrap, Vtime(3));
        assert_eq!(after_wrap.since(before_wrap), 5);
        assert!(before_wrap.before(after_wrap));
        assert_eq!(before_wrap.min(after_wrap), before_wrap);
        assert_eq!(before_wrap.max(after_wrap), after_wrap);
        assert_eq!(Vtime::from_raw(Vtime(u64::MAX).raw()), Vtime(u64::MAX));
    }
}
