//! Well-known binary, two-dimensional and little-endian as geozero and `ST_AsBinary` write it.

pub(super) const LINE_STRING: u32 = 2;
pub(super) const POLYGON: u32 = 3;
pub(super) const MULTI_POLYGON: u32 = 6;

/// x and y.
pub(super) type Point = [f64; 2];

/// The kind of geometry after the byte order.
pub(super) fn head(rest: &mut &[u8]) -> Option<u32> {
    let (order, after) = rest.split_first()?;
    *rest = after;
    (*order == 1).then(|| number(rest)).flatten()
}

pub(super) fn number(rest: &mut &[u8]) -> Option<u32> {
    let (bytes, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(u32::from_le_bytes(*bytes))
}

/// So many points; none if that is not all of the rest.
pub(super) fn points(mut rest: &[u8], count: usize) -> Option<Vec<Point>> {
    if Some(rest.len()) != count.checked_mul(16) {
        return None;
    }
    (0..count)
        .map(|_| Some([coordinate(&mut rest)?, coordinate(&mut rest)?]))
        .collect()
}

/// A line through the points.
pub(super) fn line(points: &[Point]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(9 + points.len() * 16);
    bytes.push(1);
    bytes.extend(LINE_STRING.to_le_bytes());
    bytes.extend((points.len() as u32).to_le_bytes());
    for coordinate in points.iter().flatten() {
        bytes.extend(coordinate.to_le_bytes());
    }
    bytes
}

/// The points of a line.
pub(super) fn points_of_line(mut bytes: &[u8]) -> Option<Vec<Point>> {
    if head(&mut bytes)? != LINE_STRING {
        return None;
    }
    let count = number(&mut bytes)? as usize;
    points(bytes, count)
}

fn coordinate(rest: &mut &[u8]) -> Option<f64> {
    let (bytes, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(f64::from_le_bytes(*bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_as_it_was_written() {
        let points = [[1_146_000.5, 577_000.25], [-82.0, 35.3]];
        let bytes = line(&points);
        assert_eq!(bytes.len(), 9 + 2 * 16);
        assert_eq!(points_of_line(&bytes).as_deref(), Some(&points[..]));
        assert_eq!(points_of_line(&bytes[..40]), None);
        let mut polygon = bytes;
        polygon[1] = 3;
        assert_eq!(points_of_line(&polygon), None);
    }
}
