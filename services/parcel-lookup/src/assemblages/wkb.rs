//! Outlines and lines as PostGIS writes them: well-known binary, little endian, two dimensions.

use ::assemblage::Point;

const LINE: u32 = 2;
const POLYGON: u32 = 3;
const MULTI_LINE: u32 = 5;
const MULTI_POLYGON: u32 = 6;
const COLLECTION: u32 = 7;

/// The rings of areas, and the parts of lines. What is neither has none, and what is cut off is left out.
pub fn lines(bytes: &[u8]) -> Vec<Vec<Point>> {
    let mut reader = Reader(bytes);
    let mut lines = Vec::new();
    reader.geometry(&mut lines);
    lines
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*head)
    }

    fn count(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    fn geometry(&mut self, lines: &mut Vec<Vec<Point>>) -> Option<()> {
        // Only little endian is asked for.
        let [1] = self.take()? else { return None };
        match self.count()? {
            LINE => lines.push(self.line()?),
            POLYGON => {
                for _ in 0..self.count()? {
                    lines.push(self.line()?);
                }
            }
            MULTI_LINE | MULTI_POLYGON | COLLECTION => {
                for _ in 0..self.count()? {
                    self.geometry(lines)?;
                }
            }
            _ => return None,
        }
        Some(())
    }

    fn line(&mut self) -> Option<Vec<Point>> {
        let count = self.count()? as usize;
        let mut line = Vec::with_capacity(count.min(self.0.len() / 16));
        for _ in 0..count {
            let x = f64::from_le_bytes(self.take()?);
            let y = f64::from_le_bytes(self.take()?);
            line.push(Point { x, y });
        }
        Some(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(points: &[(f64, f64)]) -> Vec<u8> {
        let mut bytes = (points.len() as u32).to_le_bytes().to_vec();
        for (x, y) in points {
            bytes.extend(x.to_le_bytes());
            bytes.extend(y.to_le_bytes());
        }
        bytes
    }

    #[test]
    fn rings_of_all_parts_are_read_and_broken_bytes_are_not() {
        let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 0.0)];
        let mut polygon = vec![1, 3, 0, 0, 0, 2, 0, 0, 0];
        polygon.extend(line(&corners));
        polygon.extend(line(&corners));
        let mut multi = vec![1, 6, 0, 0, 0, 2, 0, 0, 0];
        multi.extend(&polygon);
        multi.extend(&polygon);
        assert_eq!(lines(&multi).len(), 4);
        assert_eq!(lines(&polygon)[1][2], Point { x: 1.0, y: 1.0 });
        // Cut off: only whole rings.
        assert_eq!(lines(&polygon[..80]).len(), 1);
        assert!(lines(&[0, 0, 0, 0, 3]).is_empty());
        assert!(lines(&[1, 3, 0, 0, 0, 255, 255, 255, 255]).is_empty());
    }
}
