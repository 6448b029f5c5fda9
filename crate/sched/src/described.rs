//! Rules in the words of their own docs, so that what a rule is stands in one place.

use crate::features::Feature;
use crate::rules::Family;

/// Enums whose docs can be asked for: `ABOUT` has that of the type, `meaning` that of a variant.
macro_rules! described {
    ($(
        $(#[doc = $about:literal])+
        #[derive($($trait:ident),*)]
        pub enum $rule:ident { $( $(#[doc = $doc:literal])+ $variant:ident, )+ }
    )*) => {$(
        $(#[doc = $about])+
        #[derive($($trait),*)]
        pub enum $rule { $( $(#[doc = $doc])+ $variant, )+ }

        impl $rule {
            pub(crate) const ABOUT: &'static str = concat!($($about),+).trim_ascii();

            pub(crate) const fn meaning(self) -> &'static str {
                match self { $($rule::$variant => concat!($($doc),+).trim_ascii(),)+ }
            }
        }
    )*};
}
pub(crate) use described;

/// The kernels in which a rule makes a difference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scope {
    /// All of them.
    Every,
    /// Those of a policy.
    Of(Family),
    /// Those that have a feature.
    With(Feature),
}

/// A rule as it is in some kernel, in the words of its docs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Described {
    pub name: &'static str,
    pub about: &'static str,
    pub meaning: &'static str,
    pub scope: Scope,
}

/// The scope that stands behind a rule: `in Eevdf`, `with DelayDequeue`, or nothing for every kernel.
macro_rules! scope {
    () => {
        $crate::described::Scope::Every
    };
    (in $family:ident) => {
        $crate::described::Scope::Of($crate::rules::Family::$family)
    };
    (with $feature:ident) => {
        $crate::described::Scope::With($crate::features::Feature::$feature)
    };
}
pub(crate) use scope;
