//! Rules in the words of their own docs, so that what a rule is stands in one place.

use crate::features::Feature;
use crate::kernel::Kernel;
use crate::rules::Family;

/// Enums whose docs can be asked for: `ABOUT` has that of the type, `meaning` that of a variant.
#[macro_export]
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
            /// What the rule is about.
            pub const ABOUT: &'static str = concat!($($about),+).trim_ascii();

            /// What a kernel with this variant does.
            pub const fn meaning(self) -> &'static str {
                match self { $($rule::$variant => concat!($($doc),+).trim_ascii(),)+ }
            }
        }
    )*};
}

/// A struct of such rules, one a field, each with its [scope](crate::Scope): `in Eevdf`, `with DelayDequeue`, or nothing for
/// every kernel.
#[macro_export]
macro_rules! described_rules {
    ($(#[$outer:meta])* pub struct $rules:ident {
        $($name:ident: $rule:ident $(in $family:ident)? $(with $feature:ident)?,)*
    }) => {
        $(#[$outer])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs, reason = "each type's doc says what the rule is")]
        pub struct $rules { $(pub $name: $rule,)* }

        impl $rules {
            /// Each rule in which these differ from `others`, by name, with these rules but that one as there.
            ///
            /// Empty if they are the same: what makes two versions differ, one at a time.
            pub fn differences(&self, others: &$rules) -> Vec<(&'static str, $rules)> {
                let mut differences = Vec::new();
                $(if self.$name != others.$name {
                    differences.push((stringify!($name), $rules { $name: others.$name, ..*self }));
                })*
                differences
            }

            /// Every rule in words, in one order.
            pub(crate) fn described(&self) -> Vec<$crate::Described> {
                vec![$($crate::Described {
                    name: stringify!($name),
                    about: $rule::ABOUT,
                    meaning: self.$name.meaning(),
                    scope: $crate::scope!($(in $family)? $(with $feature)?),
                }),*]
            }
        }
    };
}

/// The kernels in which a rule makes a difference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// All of them.
    Every,
    /// Those of a policy.
    Of(Family),
    /// Those that have a feature.
    With(Feature),
}

impl Scope {
    /// Whether a kernel is among them.
    pub fn has(self, kernel: &Kernel) -> bool {
        match self {
            Scope::Every => true,
            Scope::Of(family) => kernel.family == family,
            Scope::With(feature) => kernel.features.list().any(|(known, _)| known == feature),
        }
    }
}

/// A rule as it is in some kernel, in the words of its docs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Described {
    /// The name of its field.
    pub name: &'static str,
    /// What the rule is about.
    pub about: &'static str,
    /// What this kernel does.
    pub meaning: &'static str,
    /// Where it makes a difference.
    pub scope: Scope,
}

/// The scope that stands behind a rule.
#[macro_export]
macro_rules! scope {
    () => {
        $crate::Scope::Every
    };
    (in $family:ident) => {
        $crate::Scope::Of($crate::Family::$family)
    };
    (with $feature:ident) => {
        $crate::Scope::With($crate::Feature::$feature)
    };
}
