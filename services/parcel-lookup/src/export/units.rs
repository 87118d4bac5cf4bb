//! Files of units: the rows of tax rolls that name one parcel. Chosen by their parcels.

use parcel_export::lines;

use super::lines::Content;

/// The units of a parcel are in the order of their roll.
pub static UNITS: Content = Content {
    columns: &lines::UNITS,
    cells: "ARRAY[parcels.ll_uuid::text, parcels.county_fips, parcels.parcelnumb, unit.parcelnumb, unit.unit, \
        unit.address, unit.owner, unit.careof, unit.mailing_address, unit.saledate::text, unit.saleprice::text, unit.year_built::text, \
        unit.usecode, unit.usedesc, unit.parval::text, unit.landval::text, unit.improvval::text, unit.sqft::text, \
        batch.source, batch.licence]",
    from: " FROM parcel_units AS unit JOIN parcels ON parcels.ll_uuid = unit.ll_uuid \
        LEFT JOIN parcel_batches AS batch ON batch.batch_id = unit.batch_id \
        WHERE unit.replaced_by IS NULL",
    is_live: "parcels.retired_at IS NULL",
    order: "parcels.county_fips, unit.roll_row, unit.unit_id",
};
