//! The statements that write a layer. All of them in one transaction: readers see the old layer or the new one.

/// Gives the name of a layer to the one that is going to be added in its place, and returns its `layer_id`: `$1` kind, `$2` name. Both are there until they are
/// compared.
pub const SET_ASIDE_LAYER: &str = "UPDATE site_layers SET name = 'replaced ' || layer_id WHERE kind = $1 AND name = $2 RETURNING layer_id";

/// Removes a layer with its features: `$1` its number.
pub const REMOVE_NUMBERED: &str = "DELETE FROM site_layers WHERE layer_id = $1";

/// Removes the layer of a kind and name with its features: `$1` kind, `$2` name.
pub const REMOVE_LAYER: &str = "DELETE FROM site_layers WHERE kind = $1 AND name = $2";

/// Adds a layer: `$1` kind, `$2` name, `$3` origin, `$4` source, `$5` licence, `$6` date, `$7` is a sample, `$8` cell of a
/// raster, `$9` coverage as EWKB in hexadecimal digits.
pub const INSERT_LAYER: &str = "INSERT INTO site_layers (kind, name, origin, source, source_licence, source_date, is_sample, cell_m, coverage) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, ST_Multi(ST_CollectionExtract(ST_MakeValid($9::geometry), 3))) RETURNING layer_id";

/// Notes where the classes of a layer of slope `$1` begin, by its features.
pub const NOTE_STEPS: &str = "UPDATE site_layers SET steps = (SELECT array_agg(DISTINCT (attributes ->> 'percent')::double precision) \
    FROM site_features WHERE site_features.layer_id = site_layers.layer_id) WHERE layer_id = $1 AND kind = 'slope'";

/// For one session: `pg_temp.layer_outline(shape, crs, swap_axes, dimensions)` is the shape in degrees of WGS 84, repaired, and
/// of the kind's dimensions; null when it cannot be projected or nothing is left.
pub const OUTLINE_FUNCTION: &str = include_str!("outline.sql");
