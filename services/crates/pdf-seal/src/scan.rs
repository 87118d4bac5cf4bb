//! Where objects of a PDF start and end. Values are not interpreted: what is changed is written around them.

use std::ops::Range;

use crate::SealError;

/// Deepest nesting of arrays and dictionaries; our documents have five levels.
const DEEPEST: usize = 32;

/// A dictionary: its names, each with the bytes of its value.
#[derive(Debug, Clone)]
pub struct Dictionary<'a> {
    entries: Vec<(&'a [u8], &'a [u8])>,
}

impl<'a> Dictionary<'a> {
    pub fn get(&self, name: &str) -> Option<&'a [u8]> {
        let mut entries = self.entries.iter();
        entries
            .find(|(key, _)| *key == name.as_bytes())
            .map(|(_, value)| *value)
    }

    /// The number of the object that a name refers to.
    pub fn reference(&self, name: &str) -> Option<usize> {
        self.get(name).and_then(reference)
    }

    /// Written with other values for some names.
    pub fn with(&self, others: &[(&str, Vec<u8>)]) -> Vec<u8> {
        let is_kept = |name: &[u8]| others.iter().all(|(other, _)| other.as_bytes() != name);
        let kept = self.entries.iter().copied();
        let kept = kept.filter(|(name, _)| is_kept(name));
        let others = others.iter();
        let others = others.map(|(name, value)| (name.as_bytes(), value.as_slice()));
        let mut written = b"<<".to_vec();
        for (name, value) in kept.chain(others) {
            written.push(b'/');
            written.extend(name);
            written.push(b' ');
            written.extend(value);
        }
        written.extend(b">>");
        written
    }
}

/// Reads from a place on.
pub struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Scanner<'a> {
    pub fn at(bytes: &'a [u8], at: usize) -> Self {
        Self { bytes, at }
    }

    /// Takes this word, with white space before it.
    pub fn word(&mut self, word: &str) -> Result<(), SealError> {
        self.skip_white();
        let rest = self.rest();
        if !rest.starts_with(word.as_bytes()) {
            return Err(unexpected());
        }
        self.at += word.len();
        Ok(())
    }

    pub fn number(&mut self) -> Result<usize, SealError> {
        self.skip_white();
        let rest = self.rest();
        let count = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += count;
        let digits = std::str::from_utf8(&rest[..count]).ok();
        digits
            .and_then(|digits| digits.parse().ok())
            .ok_or_else(unexpected)
    }

    /// Whether only white space follows.
    pub fn is_at_end(&mut self) -> bool {
        self.skip_white();
        self.rest().is_empty()
    }

    pub fn dictionary(&mut self) -> Result<Dictionary<'a>, SealError> {
        self.dictionary_within(0)
    }

    fn dictionary_within(&mut self, depth: usize) -> Result<Dictionary<'a>, SealError> {
        self.word("<<")?;
        let mut entries: Vec<(&[u8], &[u8])> = Vec::new();
        loop {
            self.skip_white();
            if self.rest().starts_with(b">>") {
                self.at += 2;
                return Ok(Dictionary { entries });
            }
            let name = self.name()?;
            let value = self.value(depth + 1)?;
            if entries.iter().any(|(other, _)| *other == name) {
                return Err(unexpected());
            }
            entries.push((name, value));
        }
    }

    fn name(&mut self) -> Result<&'a [u8], SealError> {
        self.word("/")?;
        let range = self.regular();
        // Escapes would make two spellings of one name.
        let name = &self.bytes[range];
        if name.is_empty() || name.contains(&b'#') {
            return Err(unexpected());
        }
        Ok(name)
    }

    /// Any value; its bytes.
    fn value(&mut self, depth: usize) -> Result<&'a [u8], SealError> {
        if depth > DEEPEST {
            return Err(unexpected());
        }
        self.skip_white();
        let start = self.at;
        match self.rest() {
            [b'<', b'<', ..] => {
                self.dictionary_within(depth)?;
            }
            [b'<', ..] => self.through(b'>')?,
            [b'(', ..] => self.string()?,
            [b'[', ..] => self.array(depth)?,
            [b'/', ..] => {
                self.at += 1;
                self.regular();
            }
            _ => self.number_reference_or_word()?,
        }
        Ok(&self.bytes[start..self.at])
    }

    fn array(&mut self, depth: usize) -> Result<(), SealError> {
        self.at += 1;
        loop {
            self.skip_white();
            if self.rest().starts_with(b"]") {
                self.at += 1;
                return Ok(());
            }
            self.value(depth + 1)?;
        }
    }

    fn string(&mut self) -> Result<(), SealError> {
        let mut open = 0_usize;
        while let Some(byte) = self.rest().first() {
            self.at += 1;
            match byte {
                b'\\' => self.at += 1,
                b'(' => open += 1,
                b')' => open -= 1,
                _ => {}
            }
            if open == 0 {
                return Ok(());
            }
        }
        Err(unexpected())
    }

    fn through(&mut self, last: u8) -> Result<(), SealError> {
        let length = self.rest().iter().position(|byte| *byte == last);
        self.at += length.ok_or_else(unexpected)? + 1;
        Ok(())
    }

    fn number_reference_or_word(&mut self) -> Result<(), SealError> {
        if self.regular().is_empty() {
            return Err(unexpected());
        }
        let end = self.at;
        let is_reference = self.number().is_ok() && self.word("R").is_ok();
        if !is_reference {
            self.at = end;
        }
        Ok(())
    }

    /// Takes characters that are neither white space nor delimiters.
    fn regular(&mut self) -> Range<usize> {
        let regular = |byte: &&u8| !is_white(**byte) && !b"()<>[]{}/%".contains(byte);
        let start = self.at;
        self.at += self.rest().iter().take_while(regular).count();
        start..self.at
    }

    fn skip_white(&mut self) {
        let white = self.rest().iter().take_while(|byte| is_white(**byte));
        self.at += white.count();
    }

    fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }
}

/// The number of the object in `12 0 R`.
pub fn reference(value: &[u8]) -> Option<usize> {
    let mut scanner = Scanner::at(value, 0);
    let object = scanner.number().ok()?;
    scanner.word("0").ok()?;
    scanner.word("R").ok()?;
    scanner.rest().is_empty().then_some(object)
}

/// The first value of an array.
pub fn first_value(array: &[u8]) -> Option<&[u8]> {
    let mut scanner = Scanner::at(array, 0);
    scanner.word("[").ok()?;
    scanner.value(0).ok()
}

fn is_white(byte: u8) -> bool {
    matches!(byte, b'\0' | b'\t' | b'\n' | b'\x0c' | b'\r' | b' ')
}

fn unexpected() -> SealError {
    SealError::Document("an object has another form")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Dictionary<'_>, SealError> {
        Scanner::at(text.as_bytes(), 0).dictionary()
    }

    #[test]
    fn values_end_where_the_next_name_starts() {
        let text =
            r"<</A 1/B(a \) ( b ) c)/C<</D[1 0 R(x]>>)<414>]>>/E/F/G 12 0 R /H true/I[]/J -1.5>>";
        let read = read(text).unwrap();
        let value = |name| std::str::from_utf8(read.get(name).unwrap()).unwrap();
        assert_eq!(value("A"), "1");
        assert_eq!(value("B"), r"(a \) ( b ) c)");
        assert_eq!(value("C"), "<</D[1 0 R(x]>>)<414>]>>");
        assert_eq!(value("E"), "/F");
        assert_eq!(read.reference("G"), Some(12));
        assert_eq!(value("H"), "true");
        assert_eq!(value("I"), "[]");
        assert_eq!(value("J"), "-1.5");
        assert!(read.get("K").is_none() && read.get("D").is_none());
    }

    #[test]
    fn changes_replace_values_and_keep_the_others() {
        let read = read("<</A 1/B[1 0 R]/C/D>>").unwrap();
        let written = read.with(&[("B", b"[2 0 R]".to_vec()), ("E", b"(x)".to_vec())]);
        assert_eq!(
            String::from_utf8(written).unwrap(),
            "<</A 1/C /D/B [2 0 R]/E (x)>>"
        );
    }

    #[test]
    fn what_is_cut_off_or_of_another_form_is_an_error() {
        let whole = "<</A[1 0 R<</B(x)>>]/C<00>/D true>>";
        assert!(read(whole).is_ok());
        for end in 0..whole.len() {
            assert!(read(&whole[..end]).is_err(), "{end}");
        }
        for text in [
            "<</A 1/A 2>>",
            "<</A#42 1>>",
            "<<1/A>>",
            "<</A %x\n1>>",
            "<</A>>",
            "[1]",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
        let deep = format!("<</A{}1{}>>", "[".repeat(100_000), "]".repeat(100_000));
        assert!(read(&deep).is_err());
    }

    #[test]
    fn references_are_of_generation_zero() {
        assert_eq!(reference(b"12 0 R"), Some(12));
        assert_eq!(reference(b"12 1 R"), None);
        assert_eq!(reference(b"12"), None);
        assert_eq!(first_value(b"[3 0 R 4 0 R]"), Some(&b"3 0 R"[..]));
        assert_eq!(first_value(b"[(a) (b)]"), Some(&b"(a)"[..]));
        assert_eq!(first_value(b"[]"), None);
    }
}
