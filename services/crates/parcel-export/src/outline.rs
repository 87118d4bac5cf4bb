//! Reads multi-polygons in well-known binary, as PostGIS writes them: little-endian, two dimensions.

use crate::ExportError;

const POLYGON: u32 = 3;
const MULTI_POLYGON: u32 = 6;
const LITTLE_ENDIAN: u8 = 1;

/// A polygon: coordinates of all rings, x and y in turns, and after how many points each ring ends.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Polygon {
    pub xy: Vec<f64>,
    pub ends: Vec<u32>,
}

/// West, south, east, north.
pub(crate) type Bounds = [f64; 4];

/// The polygons of a multi-polygon.
pub(crate) fn polygons(wkb: &[u8]) -> Result<Vec<Polygon>, ExportError> {
    let mut bytes = Bytes(wkb);
    bytes.head(MULTI_POLYGON)?;
    let count = bytes.count()?;
    let polygons = (0..count).map(|_| bytes.polygon());
    let polygons = polygons.collect::<Option<Vec<_>>>();
    let is_whole = bytes.0.is_empty();
    polygons.filter(|_| is_whole).ok_or(ExportError::Outline)
}

/// The box around polygons; none without points.
pub(crate) fn bounds(polygons: &[Polygon]) -> Option<Bounds> {
    let points = polygons
        .iter()
        .flat_map(|polygon| polygon.xy.chunks_exact(2));
    points
        .map(|point| [point[0], point[1], point[0], point[1]])
        .reduce(joined)
}

/// The box around two boxes.
pub(crate) fn joined(a: Bounds, b: Bounds) -> Bounds {
    [
        a[0].min(b[0]),
        a[1].min(b[1]),
        a[2].max(b[2]),
        a[3].max(b[3]),
    ]
}

struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*first)
    }

    fn number(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    fn count(&mut self) -> Result<u32, ExportError> {
        self.number().ok_or(ExportError::Outline)
    }

    fn head(&mut self, kind: u32) -> Result<(), ExportError> {
        let is_right = self.take() == Some([LITTLE_ENDIAN]) && self.number() == Some(kind);
        is_right.then_some(()).ok_or(ExportError::Outline)
    }

    fn polygon(&mut self) -> Option<Polygon> {
        self.head(POLYGON).ok()?;
        let mut polygon = Polygon::default();
        for _ in 0..self.number()? {
            for _ in 0..self.number()? {
                polygon.xy.push(f64::from_le_bytes(self.take()?));
                polygon.xy.push(f64::from_le_bytes(self.take()?));
            }
            polygon.ends.push((polygon.xy.len() / 2) as u32);
        }
        Some(polygon)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two triangles, the first with a hole.
    fn wkb() -> Vec<u8> {
        let mut bytes = vec![1, 6, 0, 0, 0, 2, 0, 0, 0];
        let ring = |bytes: &mut Vec<u8>, points: &[(f64, f64)]| {
            bytes.extend((points.len() as u32).to_le_bytes());
            for (x, y) in points {
                bytes.extend(x.to_le_bytes());
                bytes.extend(y.to_le_bytes());
            }
        };
        bytes.extend([1, 3, 0, 0, 0, 2, 0, 0, 0]);
        ring(
            &mut bytes,
            &[(0.0, 0.0), (9.0, 0.0), (0.0, 9.0), (0.0, 0.0)],
        );
        ring(
            &mut bytes,
            &[(1.0, 1.0), (1.0, 2.0), (2.0, 1.0), (1.0, 1.0)],
        );
        bytes.extend([1, 3, 0, 0, 0, 1, 0, 0, 0]);
        ring(
            &mut bytes,
            &[(-5.0, 20.0), (1.0, 20.0), (0.0, 21.5), (-5.0, 20.0)],
        );
        bytes
    }

    #[test]
    fn rings_and_parts_are_read() {
        let read = polygons(&wkb()).unwrap();
        assert_eq!(read.len(), 2);
        assert_eq!(read[0].ends, [4, 8]);
        assert_eq!(read[1].xy[..2], [-5.0, 20.0]);
        assert_eq!(bounds(&read), Some([-5.0, 0.0, 9.0, 21.5]));
        assert_eq!(bounds(&[]), None);
    }

    #[test]
    fn anything_else_is_refused() {
        let whole = wkb();
        for length in 0..whole.len() {
            assert!(polygons(&whole[..length]).is_err(), "{length}");
        }
        let mut longer = whole.clone();
        longer.push(0);
        assert!(polygons(&longer).is_err());
        let mut big_endian = whole;
        big_endian[0] = 0;
        assert!(polygons(&big_endian).is_err());
    }
}
