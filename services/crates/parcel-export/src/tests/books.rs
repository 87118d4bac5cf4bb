//! XLSX, KML and GeoPackage.

use super::*;

#[test]
fn xlsx_has_texts_numbers_and_days_and_no_formula() {
    use calamine::{Data, Reader as _, Xlsx};

    let mut first = full(Vec::new());
    first.fields.legaldesc = Some("ä".repeat(40_000));
    let mut second = parcel("0012", Vec::new());
    second.fields.saledate = NaiveDate::from_ymd_opt(1850, 1, 1);
    let bytes = written(Format::Xlsx, &[first, second]);
    let mut book = Xlsx::new(std::io::Cursor::new(bytes)).unwrap();
    assert!(book.worksheet_formula("Parcels").unwrap().is_empty());
    let sheet = book.worksheet_range("Parcels").unwrap();
    assert_eq!(sheet.height(), 3);
    let names: Vec<String> = (0..sheet.width() as u32)
        .map(|column| sheet.get_value((0, column)).unwrap().to_string())
        .collect();
    let expected: Vec<&str> = columns(false, &[])
        .iter()
        .map(|column| column.name)
        .collect();
    assert_eq!(names, expected);
    let cell = |row: u32, name: &str| {
        let column = names.iter().position(|other| other == name).unwrap();
        sheet
            .get_value((row, column as u32))
            .cloned()
            .unwrap_or_default()
    };
    assert_eq!(cell(1, "owner"), Data::String("=O'Hara & Söhne".to_owned()));
    assert_eq!(cell(1, "saleprice"), Data::Float(999_999_999_999.99));
    assert_eq!(cell(1, "sqft"), Data::Float((1_u64 << 40) as f64));
    assert_eq!(cell(1, "is_sample"), Data::Bool(false));
    assert_eq!(cell(1, "source_licence"), Data::String("CC0".to_owned()));
    assert_eq!(cell(1, "careof"), Data::Empty);
    let Data::DateTime(sold) = cell(1, "saledate") else {
        panic!("{:?}", cell(1, "saledate"));
    };
    // Days since the end of 1899.
    assert_eq!(sold.to_string(), "25404");
    assert_eq!(cell(1, "legaldesc").to_string().chars().count(), 32_767);
    // A number of a parcel keeps its zeros.
    assert_eq!(cell(2, "parcelnumb"), Data::String("0012".to_owned()));
    assert_eq!(cell(2, "saledate"), Data::String("1850-01-01".to_owned()));
}

#[test]
fn kml_escapes_what_xml_cannot_have() {
    let outline = b"<MultiGeometry><Polygon/></MultiGeometry>".to_vec();
    let mut odd = full(outline);
    odd.fields.owner = Some("A < B & \"C\"\u{1}\n]]>".to_owned());
    let text = String::from_utf8(written(Format::Kml, &[odd])).unwrap();
    assert!(
        text.contains("<Data name=\"owner\"><value>A &lt; B &amp; &quot;C&quot; ]]&gt;</value>"),
        "{text}"
    );
    assert!(text.contains("<name>1, &quot;A&quot;</name>"));
    assert!(text.contains("<Data name=\"source_licence\"><value>CC0</value>"));
    assert!(text.contains("<MultiGeometry><Polygon/></MultiGeometry></Placemark>"));
    assert!(text.ends_with("</Document></kml>\n"));
}

#[test]
fn geopackage_is_a_layer_with_its_box() {
    let parcels = [full(square(-95.0, 29.0)), parcel("2", square(0.5, 1.5))];
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), written(Format::Geopackage, &parcels)).unwrap();
    let book = rusqlite::Connection::open(file.path()).unwrap();
    let id: i64 = book
        .query_row("PRAGMA application_id", [], |row| row.get(0))
        .unwrap();
    assert_eq!(id, 0x4750_4B47);
    let sides: (f64, f64, f64, f64) = book
        .query_row(
            "SELECT min_x, min_y, max_x, max_y FROM gpkg_contents WHERE table_name = 'parcels'",
            [],
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)),
        )
        .unwrap();
    assert_eq!(sides, (-95.0, 1.5, 1.5, 30.0));
    let row: (String, f64, String, Vec<u8>) = book
        .query_row(
            "SELECT owner, saleprice, saledate, geom FROM parcels ORDER BY fid LIMIT 1",
            [],
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)),
        )
        .unwrap();
    assert_eq!(row.0, "=O'Hara & Söhne");
    assert_eq!((row.1, row.2.as_str()), (999_999_999_999.99, "1969-07-20"));
    assert_eq!(row.3[40..], square(-95.0, 29.0));
}
