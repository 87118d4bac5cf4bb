//! Mapbox vector tiles, version 2.1: the messages, and features encoded for one tile.

use std::collections::HashMap;

use prost::Message as _;

/// Units along a tile's side.
pub const EXTENT: f64 = 4096.0;

/// A place in a tile's units, from its north-western corner.
pub type Unit = (i32, i32);

/// A property's value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Value {
    /// Text.
    Text(String),
    /// An integer.
    Number(i64),
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

/// Names and values of a feature.
pub type Properties = Vec<(&'static str, Value)>;

/// A shape in a tile's units.
#[derive(Debug, Clone, PartialEq)]
pub enum Drawn {
    /// A point.
    Point(Unit),
    /// Lines of two places or more.
    Lines(Vec<Vec<Unit>>),
    /// Rings without their closing corner: outer ones clockwise, each before its holes.
    Rings(Vec<Vec<Unit>>),
}

/// A tile that is being filled.
#[derive(Debug, Default)]
pub struct TileWriter {
    layers: Vec<LayerWriter>,
}

#[derive(Debug)]
struct LayerWriter {
    layer: Layer,
    keys: HashMap<&'static str, u32>,
    values: HashMap<Value, u32>,
}

impl TileWriter {
    /// Adds a feature to a layer. Layers and features keep the order in which they were added.
    pub fn add(&mut self, layer: &'static str, drawn: &Drawn, properties: &Properties) {
        let at = self.layers.iter().position(|each| each.layer.name == layer);
        let at = at.unwrap_or_else(|| {
            self.layers.push(LayerWriter::new(layer));
            self.layers.len() - 1
        });
        self.layers[at].add(drawn, properties);
    }

    /// The tile's bytes; none if it is empty.
    pub fn finish(self) -> Option<Vec<u8>> {
        let layers: Vec<Layer> = self.layers.into_iter().map(|each| each.layer).collect();
        (!layers.is_empty()).then(|| Tile { layers }.encode_to_vec())
    }
}

impl LayerWriter {
    fn new(name: &str) -> Self {
        let layer = Layer {
            version: 2,
            name: name.to_owned(),
            extent: Some(EXTENT as u32),
            ..Layer::default()
        };
        Self {
            layer,
            keys: HashMap::new(),
            values: HashMap::new(),
        }
    }

    fn add(&mut self, drawn: &Drawn, properties: &Properties) {
        let mut tags = Vec::with_capacity(properties.len() * 2);
        for (name, value) in properties {
            let keys = &mut self.layer.keys;
            tags.push(*self.keys.entry(*name).or_insert_with(|| {
                keys.push((*name).to_owned());
                keys.len() as u32 - 1
            }));
            let values = &mut self.layer.values;
            tags.push(*self.values.entry(value.clone()).or_insert_with(|| {
                values.push(TileValue::of(value));
                values.len() as u32 - 1
            }));
        }
        let (kind, geometry) = commands(drawn);
        self.layer.features.push(Feature {
            tags,
            kind,
            geometry,
        });
    }
}

/// Kind and commands of a shape.
fn commands(drawn: &Drawn) -> (i32, Vec<u32>) {
    let mut pen = Pen::default();
    match drawn {
        Drawn::Point(place) => {
            pen.go(MOVE, &[*place]);
            (1, pen.commands)
        }
        Drawn::Lines(lines) => {
            for line in lines {
                pen.go(MOVE, &line[..1]);
                pen.go(LINE, &line[1..]);
            }
            (2, pen.commands)
        }
        Drawn::Rings(rings) => {
            for ring in rings {
                pen.go(MOVE, &ring[..1]);
                pen.go(LINE, &ring[1..]);
                pen.commands.push(CLOSE);
            }
            (3, pen.commands)
        }
    }
}

const MOVE: u32 = 1;
const LINE: u32 = 2;
/// Once.
const CLOSE: u32 = 7 | 1 << 3;

#[derive(Debug, Default)]
struct Pen {
    commands: Vec<u32>,
    at: Unit,
}

impl Pen {
    fn go(&mut self, command: u32, places: &[Unit]) {
        self.commands.push(command | (places.len() as u32) << 3);
        for &(x, y) in places {
            let zigzag = |step: i32| ((step << 1) ^ (step >> 31)).cast_unsigned();
            self.commands
                .extend([zigzag(x - self.at.0), zigzag(y - self.at.1)]);
            self.at = (x, y);
        }
    }
}

/// The message of a tile.
#[derive(Clone, PartialEq, prost::Message)]
pub struct Tile {
    /// Its layers.
    #[prost(message, repeated, tag = "3")]
    pub layers: Vec<Layer>,
}

/// The message of a layer.
#[derive(Clone, PartialEq, prost::Message)]
pub struct Layer {
    /// Of the format.
    #[prost(uint32, required, tag = "15")]
    pub version: u32,
    /// Its name.
    #[prost(string, required, tag = "1")]
    pub name: String,
    /// Its features.
    #[prost(message, repeated, tag = "2")]
    pub features: Vec<Feature>,
    /// Names of properties.
    #[prost(string, repeated, tag = "3")]
    pub keys: Vec<String>,
    /// Values of properties.
    #[prost(message, repeated, tag = "4")]
    pub values: Vec<TileValue>,
    /// Units along the tile's side.
    #[prost(uint32, optional, tag = "5")]
    pub extent: Option<u32>,
}

/// The message of a feature.
#[derive(Clone, PartialEq, prost::Message)]
pub struct Feature {
    /// Indexes of names and values, in turn.
    #[prost(uint32, repeated, tag = "2")]
    pub tags: Vec<u32>,
    /// 1 point, 2 line, 3 polygon.
    #[prost(int32, tag = "3")]
    pub kind: i32,
    /// Commands.
    #[prost(uint32, repeated, tag = "4")]
    pub geometry: Vec<u32>,
}

/// The message of a value.
#[derive(Clone, PartialEq, prost::Message)]
pub struct TileValue {
    /// Text.
    #[prost(string, optional, tag = "1")]
    pub text: Option<String>,
    /// An integer.
    #[prost(sint64, optional, tag = "6")]
    pub number: Option<i64>,
}

impl TileValue {
    fn of(value: &Value) -> Self {
        match value {
            Value::Text(text) => Self {
                text: Some(text.clone()),
                number: None,
            },
            Value::Number(number) => Self {
                text: None,
                number: Some(*number),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn geometry_is_written_as_in_the_examples_of_the_format() {
        assert_eq!(commands(&Drawn::Point((25, 17))), (1, vec![9, 50, 34]));
        let line = Drawn::Lines(vec![vec![(2, 2), (2, 10), (10, 10)]]);
        assert_eq!(commands(&line), (2, vec![9, 4, 4, 18, 0, 16, 16, 0]));
        let ring = Drawn::Rings(vec![vec![(3, 6), (8, 12), (20, 34)]]);
        assert_eq!(commands(&ring), (3, vec![9, 6, 12, 18, 10, 12, 24, 44, 15]));
    }

    #[test]
    fn names_and_values_are_written_once() {
        let mut tile = TileWriter::default();
        for number in [7, 7, 8] {
            let properties = vec![
                ("kind", Value::from("highway")),
                ("min_zoom", number.into()),
            ];
            tile.add("roads", &Drawn::Point((0, 0)), &properties);
        }
        let tile = Tile::decode(tile.finish().unwrap().as_slice()).unwrap();
        let layer = &tile.layers[0];
        assert_eq!((layer.keys.len(), layer.values.len()), (2, 3));
        assert_eq!(layer.features[2].tags, [0, 0, 1, 2]);
        assert_eq!(TileWriter::default().finish(), None);
    }
}
