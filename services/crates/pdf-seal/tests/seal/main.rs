//! Seals real documents of the typesetter and lets others verify them: openssl, poppler's pdfsig, pyHanko
//! and a check of our own.
#![expect(clippy::unwrap_used, reason = "what cannot be set up has failed")]

mod accessibility;
mod certificates;
mod check;
mod documents;
mod level_b;
mod pdf_readers;
mod tampering;
mod tools;
