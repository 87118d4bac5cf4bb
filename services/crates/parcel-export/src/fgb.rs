//! `FlatGeobuf` without index, feature by feature.
//!
//! The crate `flatgeobuf` writes a file only as a whole, from a temporary one; here its generated code
//! writes header and features.

use flatbuffers::FlatBufferBuilder;
use flatgeobuf::{
    Column as FgbColumn, ColumnArgs, ColumnType, Crs, CrsArgs, Feature, FeatureArgs, Geometry,
    GeometryArgs, GeometryType, Header, HeaderArgs, VERSION,
};

use crate::columns::{Cell, Column, Kind, written_time};
use crate::outline::{Polygon, polygons};
use crate::{ExportError, Exported, Rest};

pub(crate) struct Encoder {
    columns: Vec<Column>,
    builder: FlatBufferBuilder<'static>,
    properties: Vec<u8>,
}

impl Encoder {
    pub fn new(columns: Vec<Column>, parcels: u64, out: &mut Vec<u8>) -> Self {
        out.extend([b'f', b'g', b'b', VERSION, b'f', b'g', b'b', 0]);
        let mut encoder = Self {
            columns,
            builder: FlatBufferBuilder::new(),
            properties: Vec::new(),
        };
        encoder.header(parcels);
        encoder.move_to(out);
        encoder
    }

    fn header(&mut self, parcels: u64) {
        let builder = &mut self.builder;
        let columns: Vec<_> = self
            .columns
            .iter()
            .map(|column| {
                let name = builder.create_string(column.name);
                let arguments = ColumnArgs {
                    name: Some(name),
                    type_: column_type(column.kind),
                    nullable: !column.is_required,
                    ..ColumnArgs::default()
                };
                FgbColumn::create(builder, &arguments)
            })
            .collect();
        let columns = builder.create_vector(&columns);
        let (name, org, system) = (
            builder.create_string("parcels"),
            builder.create_string("EPSG"),
            builder.create_string("WGS 84"),
        );
        let crs = CrsArgs {
            org: Some(org),
            code: 4326,
            name: Some(system),
            ..CrsArgs::default()
        };
        let crs = Crs::create(builder, &crs);
        let header = HeaderArgs {
            name: Some(name),
            geometry_type: GeometryType::MultiPolygon,
            columns: Some(columns),
            features_count: parcels,
            index_node_size: 0,
            crs: Some(crs),
            ..HeaderArgs::default()
        };
        let header = Header::create(builder, &header);
        builder.finish_size_prefixed(header, None);
    }

    fn move_to(&mut self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.builder.finished_data());
        self.builder.reset();
    }

    /// Number of the column, then its value; none for an empty one.
    fn write_properties(&mut self, parcel: &Exported) {
        self.properties.clear();
        for (index, column) in self.columns.iter().enumerate() {
            if let Some(cell) = (column.cell)(parcel) {
                self.properties
                    .extend_from_slice(&(index as u16).to_le_bytes());
                write_value(cell, &mut self.properties);
            }
        }
    }
}

impl crate::Encoder for Encoder {
    fn add(&mut self, parcel: &Exported, out: &mut Vec<u8>) -> Result<(), ExportError> {
        let polygons = polygons(&parcel.outline)?;
        self.write_properties(parcel);
        let builder = &mut self.builder;
        let parts: Vec<_> = polygons
            .iter()
            .map(|polygon| part(builder, polygon))
            .collect();
        let parts = builder.create_vector(&parts);
        let geometry = GeometryArgs {
            type_: GeometryType::MultiPolygon,
            parts: Some(parts),
            ..GeometryArgs::default()
        };
        let geometry = Geometry::create(builder, &geometry);
        let properties = builder.create_vector(&self.properties);
        let feature = FeatureArgs {
            geometry: Some(geometry),
            properties: Some(properties),
            columns: None,
        };
        let feature = Feature::create(builder, &feature);
        builder.finish_size_prefixed(feature, None);
        self.move_to(out);
        Ok(())
    }

    fn finish(self: Box<Self>, _out: &mut Vec<u8>) -> Result<Rest, ExportError> {
        Ok(Rest::Nothing)
    }
}

fn part(
    builder: &mut FlatBufferBuilder<'static>,
    polygon: &Polygon,
) -> flatbuffers::WIPOffset<Geometry<'static>> {
    let xy = builder.create_vector(&polygon.xy);
    // A single ring needs no ends.
    let ends = (polygon.ends.len() > 1).then(|| builder.create_vector(&polygon.ends));
    let arguments = GeometryArgs {
        xy: Some(xy),
        ends,
        type_: GeometryType::Polygon,
        ..GeometryArgs::default()
    };
    Geometry::create(builder, &arguments)
}

const fn column_type(kind: Kind) -> ColumnType {
    match kind {
        Kind::Text => ColumnType::String,
        Kind::Int32 => ColumnType::Int,
        Kind::Int64 => ColumnType::Long,
        // There is no decimal. A double has 15 digits, an amount at most 14.
        Kind::Number | Kind::Money => ColumnType::Double,
        Kind::Boolean => ColumnType::Bool,
        // There is no date: GDAL writes dates so, too.
        Kind::Date | Kind::Time => ColumnType::DateTime,
    }
}

fn write_value(cell: Cell<'_>, out: &mut Vec<u8>) {
    match cell {
        Cell::Text(text) => write_text(&text, out),
        Cell::Int32(number) => out.extend_from_slice(&number.to_le_bytes()),
        Cell::Int64(number) => out.extend_from_slice(&number.to_le_bytes()),
        Cell::Number(number) => out.extend_from_slice(&number.to_le_bytes()),
        Cell::Money(money) => {
            // Digits and a point are always a number.
            let dollars: f64 = money.to_string().parse().unwrap_or(f64::NAN);
            out.extend_from_slice(&dollars.to_le_bytes());
        }
        Cell::Boolean(flag) => out.push(u8::from(flag)),
        Cell::Date(day) => write_text(&format!("{day}T00:00:00"), out),
        Cell::Time(time) => write_text(&written_time(time), out),
    }
}

fn write_text(text: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(&(text.len() as u32).to_le_bytes());
    out.extend_from_slice(text.as_bytes());
}
