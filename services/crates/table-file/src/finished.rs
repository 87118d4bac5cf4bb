//! The end of a file, part by part.

use std::fs::File;
use std::io::{self, Read as _};

/// Bytes of a part.
const PART: u64 = 1 << 20;

/// What follows the bytes that are ready.
#[derive(Debug)]
pub enum Rest {
    /// Nothing.
    Nothing,
    /// All of the file, from its beginning.
    File(File),
}

/// The end of a file, or all of it if it could not be written in order.
#[derive(Debug)]
pub struct Finished {
    ready: Vec<u8>,
    file: Option<File>,
}

impl Finished {
    /// These bytes and what follows them.
    pub fn new(ready: Vec<u8>, rest: Rest) -> Self {
        let file = match rest {
            Rest::Nothing => None,
            Rest::File(file) => Some(file),
        };
        Self { ready, file }
    }

    /// The next bytes; none at the end.
    pub fn next_part(&mut self) -> io::Result<Vec<u8>> {
        let mut part = std::mem::take(&mut self.ready);
        if part.is_empty()
            && let Some(file) = &mut self.file
        {
            file.take(PART).read_to_end(&mut part)?;
        }
        Ok(part)
    }
}
