//! A minimal reader of Mapbox Vector Tiles.

/// A protobuf field: number and content (the value of a varint is in `value`).
pub struct Field<'a> {
    pub number: u64,
    pub value: u64,
    pub bytes: &'a [u8],
}

fn varint(bytes: &mut &[u8]) -> u64 {
    let (mut value, mut shift) = (0, 0);
    loop {
        let (first, rest) = bytes.split_first().expect("a whole number");
        *bytes = rest;
        value |= u64::from(first & 127) << shift;
        shift += 7;
        if first & 128 == 0 {
            return value;
        }
    }
}

pub fn fields(mut bytes: &[u8]) -> Vec<Field<'_>> {
    let mut fields = Vec::new();
    while !bytes.is_empty() {
        let key = varint(&mut bytes);
        let (value, content) = match key & 7 {
            0 => (varint(&mut bytes), &bytes[..0]),
            2 => {
                let length = varint(&mut bytes) as usize;
                let (content, rest) = bytes.split_at(length);
                bytes = rest;
                (0, content)
            }
            1 => {
                let (content, rest) = bytes.split_at(8);
                bytes = rest;
                (0, content)
            }
            other => panic!("wire type {other} does not occur here"),
        };
        fields.push(Field {
            number: key >> 3,
            value,
            bytes: content,
        });
    }
    fields
}

pub fn texts(layer: &[u8], number: u64) -> Vec<String> {
    fields(layer)
        .iter()
        .filter(|field| field.number == number)
        .map(|field| String::from_utf8_lossy(field.bytes).into_owned())
        .collect()
}

/// The layer of this name.
pub fn layer<'a>(tile: &'a [u8], name: &str) -> Option<&'a [u8]> {
    let layers = fields(tile);
    let mut contents = layers.into_iter().map(|layer| layer.bytes);
    contents.find(|content| texts(content, 1) == [name])
}

/// A feature of a layer.
pub struct Feature {
    pub id: u64,
    /// 1 point, 3 polygon.
    pub kind: u64,
    /// Indices of keys and values, in turn.
    tags: Vec<u64>,
}

pub fn features(layer: &[u8]) -> Vec<Feature> {
    let of_layer = fields(layer);
    let features = of_layer.iter().filter(|field| field.number == 2);
    let read = |content| {
        let parts = fields(content);
        let value = |number| {
            let part = parts.iter().find(|part| part.number == number);
            part.map_or(0, |part| part.value)
        };
        let tags = parts.iter().find(|part| part.number == 2);
        let mut packed = tags.map_or(&[][..], |part| part.bytes);
        let mut tags = Vec::new();
        while !packed.is_empty() {
            tags.push(varint(&mut packed));
        }
        Feature {
            id: value(1),
            kind: value(3),
            tags,
        }
    };
    features.map(|field| read(field.bytes)).collect()
}

impl Feature {
    /// An attribute that is a whole number.
    pub fn number(&self, layer: &[u8], key: &str) -> Option<u64> {
        // 4 int, 5 uint, 6 sint (zigzag).
        let value = fields(self.value(layer, key)?);
        value.first().map(|number| match number.number {
            6 => number.value >> 1,
            _ => number.value,
        })
    }

    /// An attribute that is a text.
    pub fn text(&self, layer: &[u8], key: &str) -> Option<String> {
        texts(self.value(layer, key)?, 1).pop()
    }

    /// An attribute that is true or false.
    pub fn flag(&self, layer: &[u8], key: &str) -> Option<bool> {
        let value = fields(self.value(layer, key)?);
        value.first().map(|flag| flag.value != 0)
    }

    fn value<'a>(&self, layer: &'a [u8], key: &str) -> Option<&'a [u8]> {
        let index = texts(layer, 3).iter().position(|name| name == key)? as u64;
        let pair = self.tags.chunks(2).find(|pair| pair[0] == index)?;
        let of_layer = fields(layer);
        let mut values = of_layer.iter().filter(|field| field.number == 4);
        Some(values.nth(pair[1] as usize)?.bytes)
    }
}
