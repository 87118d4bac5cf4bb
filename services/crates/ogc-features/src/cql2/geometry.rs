//! Geometry literals: well-known text and BBOX.

use super::FilterError;
use super::expression::{Expression, Geometry, Position};
use super::lexer::Token;
use super::parser::Parser;

type Parsed<T> = Result<T, FilterError>;

/// Largest distance, metres.
const MAX_DISTANCE: f64 = 100_000.0;

/// A side of `S_INTERSECTS` or `S_DWITHIN`.
enum Side {
    Property(String),
    Literal(Geometry),
}

impl Parser {
    /// The arguments of `S_INTERSECTS`, after the opening parenthesis.
    pub(super) fn intersects(&mut self) -> Parsed<Expression> {
        let (name, literal) = self.sides("S_INTERSECTS")?;
        self.expect(")")?;
        Ok(Expression::Intersects(name, literal))
    }

    /// The arguments of `S_DWITHIN`, after the opening parenthesis: the sides and metres. The standard has
    /// no such function; other servers of CQL2 call it so.
    pub(super) fn within(&mut self) -> Parsed<Expression> {
        let (name, literal) = self.sides("S_DWITHIN")?;
        self.expect(",")?;
        let metres = self.number()?;
        self.expect(")")?;
        if !(0.0..=MAX_DISTANCE).contains(&metres) {
            return Err(FilterError::new(
                "The distance of S_DWITHIN is 0 to 100,000 metres.",
            ));
        }
        Ok(Expression::Within(name, literal, metres))
    }

    /// The property and the literal, in any order.
    fn sides(&mut self, function: &str) -> Parsed<(String, Geometry)> {
        let first = self.side()?;
        self.expect(",")?;
        match (first, self.side()?) {
            (Side::Property(name), Side::Literal(literal))
            | (Side::Literal(literal), Side::Property(name)) => Ok((name, literal)),
            _ => Err(FilterError::new(format!(
                "{function} compares the property geometry with a geometry literal."
            ))),
        }
    }

    fn side(&mut self) -> Parsed<Side> {
        let name = match self.peek() {
            Some(Token::Name(name)) => Some(name.clone()),
            Some(Token::Word(word)) if !is_kind(word) => Some(word.clone()),
            _ => None,
        };
        match name {
            Some(name) => {
                self.skip();
                Ok(Side::Property(name))
            }
            None => Ok(Side::Literal(self.geometry()?)),
        }
    }

    fn geometry(&mut self) -> Parsed<Geometry> {
        if self.accept_word("BBOX") {
            return self.bbox();
        }
        if self.accept_word("POINT") {
            let deep = self.accept_word("Z");
            let mut points = self.listed(|parser| parser.position_of(deep))?;
            return match (points.len(), points.pop()) {
                (1, Some(point)) => Ok(Geometry::Point(point)),
                _ => Err(FilterError::new("A POINT has one position.")),
            };
        }
        if self.accept_word("LINESTRING") {
            let deep = self.accept_word("Z");
            return Ok(Geometry::LineString(self.line(deep)?));
        }
        if self.accept_word("POLYGON") {
            let deep = self.accept_word("Z");
            return Ok(Geometry::Polygon(self.polygon(deep)?));
        }
        if self.accept_word("MULTIPOINT") {
            let deep = self.accept_word("Z");
            return Ok(Geometry::MultiPoint(self.listed(|parser| {
                // Each position may be in parentheses.
                if parser.accept("(") {
                    let position = parser.position_of(deep)?;
                    parser.expect(")")?;
                    return Ok(position);
                }
                parser.position_of(deep)
            })?));
        }
        if self.accept_word("MULTILINESTRING") {
            let deep = self.accept_word("Z");
            let lines = self.listed(|parser| parser.line(deep))?;
            return Ok(Geometry::MultiLineString(lines));
        }
        if self.accept_word("MULTIPOLYGON") {
            let deep = self.accept_word("Z");
            let polygons = self.listed(|parser| parser.polygon(deep))?;
            return Ok(Geometry::MultiPolygon(polygons));
        }
        if self.accept_word("GEOMETRYCOLLECTION") {
            self.accept_word("Z");
            let parts = self.nested(|parser| parser.listed(Self::geometry))?;
            return Ok(Geometry::Collection(parts));
        }
        Err(self.unexpected("a geometry"))
    }

    fn bbox(&mut self) -> Parsed<Geometry> {
        let numbers = self.listed(Self::number)?;
        let bbox = match numbers[..] {
            [west, south, east, north] | [west, south, _, east, north, _] => {
                [west, south, east, north]
            }
            _ => return Err(FilterError::new("A BBOX has four or six numbers.")),
        };
        Ok(Geometry::Bbox(bbox))
    }

    fn polygon(&mut self, deep: bool) -> Parsed<Vec<Vec<Position>>> {
        self.listed(|parser| {
            let ring = parser.listed(|parser| parser.position_of(deep))?;
            let is_closed = ring.first() == ring.last();
            if ring.len() < 4 || !is_closed {
                return Err(FilterError::new(
                    "A polygon's ring has at least four positions and ends at the first.",
                ));
            }
            Ok(ring)
        })
    }

    fn line(&mut self, deep: bool) -> Parsed<Vec<Position>> {
        let line = self.listed(|parser| parser.position_of(deep))?;
        if line.len() < 2 {
            return Err(FilterError::new("A line has at least two positions."));
        }
        Ok(line)
    }

    /// One or more, in parentheses.
    fn listed<T>(&mut self, read: impl Fn(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        self.expect("(")?;
        let mut all = vec![read(self)?];
        while self.accept(",") {
            all.push(read(self)?);
        }
        self.expect(")")?;
        Ok(all)
    }

    /// Two numbers, and a height that is not compared: parcels have none.
    fn position_of(&mut self, deep: bool) -> Parsed<Position> {
        self.add_vertex()?;
        let position = (self.number()?, self.number()?);
        if deep {
            self.number()?;
        }
        Ok(position)
    }

    fn number(&mut self) -> Parsed<f64> {
        match self.peek() {
            Some(Token::Number(number)) => {
                let number = *number;
                self.skip();
                Ok(number)
            }
            _ => Err(self.unexpected("a number")),
        }
    }
}

fn is_kind(word: &str) -> bool {
    [
        "BBOX",
        "POINT",
        "LINESTRING",
        "POLYGON",
        "MULTIPOINT",
        "MULTILINESTRING",
        "MULTIPOLYGON",
        "GEOMETRYCOLLECTION",
    ]
    .iter()
    .any(|kind| word.eq_ignore_ascii_case(kind))
}
