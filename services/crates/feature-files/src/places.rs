//! Where a row is: its file and its position there.
//!
//! Rows of several files that are read as one have positions that go on from file to file.

/// The files of an import, in the order in which they are read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Places {
    /// Position of the first row and name of each file. Empty if there is only one.
    files: Vec<(i64, String)>,
}

impl Places {
    /// The next file begins with the row at this position.
    pub fn begin(&mut self, first: i64, name: String) {
        self.files.push((first, name));
    }

    /// Whether rows have a file besides their position.
    pub fn are_several(&self) -> bool {
        !self.files.is_empty()
    }

    /// The row's file, if there are several, and its position there, from 1.
    pub fn of(&self, line: i64) -> (Option<&str>, i64) {
        let next = self.files.partition_point(|(first, _)| *first <= line);
        match next.checked_sub(1).and_then(|index| self.files.get(index)) {
            Some((first, name)) => (Some(name), line - first + 1),
            None => (None, line),
        }
    }

    /// For a sentence: `7`, or `7 of east.zip`.
    pub fn text(&self, line: i64) -> String {
        match self.of(line) {
            (Some(name), row) => format!("{row} of {name}"),
            (None, row) => row.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_those_in_the_file() {
        let mut places = Places::default();
        assert_eq!(places.text(7), "7");
        for (first, name) in [(1, "a.zip"), (4, "empty.zip"), (4, "b.zip")] {
            places.begin(first, name.to_owned());
        }
        assert_eq!(places.text(3), "3 of a.zip");
        assert_eq!(places.text(4), "1 of b.zip");
        assert_eq!(places.of(9), (Some("b.zip"), 6));
    }
}
