//! Makes the enumeration of error codes from a table.

macro_rules! error_codes {
    ($($(#[doc = $meaning:literal])+ $name:ident = $code:literal, $kind:ident;)*) => {
        /// An error that callers can distinguish from all others.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum ErrorCode {
            $($(#[doc = $meaning])+ $name,)*
        }

        impl ErrorCode {
            /// All codes, oldest first.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The code in responses: the resource, a dot, and the error.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => $code,)*
                }
            }

            /// The kind of problem, and with it the HTTP status.
            pub const fn kind(self) -> ProblemKind {
                match self {
                    $(Self::$name => ProblemKind::$kind,)*
                }
            }

            /// The meaning, in a sentence.
            pub const fn meaning(self) -> &'static str {
                match self {
                    $(Self::$name => concat!($($meaning),+).trim_ascii_start(),)*
                }
            }
        }
    };
}
