//! Generated folders, and real data if `../shared` is beside the repository.

use std::fs::File;
use std::path::PathBuf;

use serde_json::{Value, json};
use tempfile::TempDir;
use tiff::encoder::{TiffEncoder, colortype};
use tiff::tags::Tag;

use super::*;

/// Cell size of the generated files, degrees, and their north-western corner.
const CELL: f64 = 0.001;
const CORNER: (f64, f64) = (-100.0, 40.0);

/// A generated grid of 60 rows and 80 columns: land cover with a lake, a city and a gap.
fn class(row: usize, col: usize) -> u8 {
    match (row, col) {
        (0..10, _) => 0,
        (10..20, 0..30) => 11,
        (30..40, 30..50) => 23,
        (40..50, 30..50) => 21,
        _ => 42,
    }
}

fn write(folder: &TempDir, name: &str, epsg: u16, palette: bool) {
    let file = File::create(folder.path().join("one").join(name)).unwrap();
    let mut encoder = TiffEncoder::new(file).unwrap();
    let mut image = encoder.new_image::<colortype::Gray8>(80, 60).unwrap();
    let tags = image.encoder();
    if palette {
        tags.write_tag(Tag::PhotometricInterpretation, 3_u16)
            .unwrap();
    }
    let scale: &[f64] = &[CELL, CELL, 0.0];
    tags.write_tag(Tag::ModelPixelScaleTag, scale).unwrap();
    let tie: &[f64] = &[0.0, 0.0, 0.0, CORNER.0, CORNER.1, 0.0];
    tags.write_tag(Tag::ModelTiepointTag, tie).unwrap();
    let keys: &[u16] = &[1, 1, 0, 2, 1025, 0, 1, 1, 2048, 0, 1, epsg];
    tags.write_tag(Tag::GeoKeyDirectoryTag, keys).unwrap();
    let values: Vec<u8> = (0..60 * 80).map(|i| class(i / 80, i % 80)).collect();
    image.write_data(&values).unwrap();
}

/// A folder whose sub-folder has this manifest.
fn described(manifest: &Value) -> TempDir {
    let parent = tempfile::tempdir().unwrap();
    let one = parent.path().join("one");
    std::fs::create_dir(&one).unwrap();
    std::fs::write(one.join("layers.json"), manifest.to_string()).unwrap();
    parent
}

fn nlcd(files: &[(i32, &str)]) -> Value {
    let urban: Vec<Value> = files
        .iter()
        .map(|(year, file)| json!({ "year": year, "file": file, "kind": "nlcd" }))
        .collect();
    json!({ "name": "Made", "attribution": ["By this test"], "cell_metres": 111.32, "urban": urban })
}

fn inside() -> BBox {
    BBox::new(CORNER.0, CORNER.1 - 0.06, CORNER.0 + 0.08, CORNER.1).unwrap()
}

fn area(parent: &TempDir, bbox: BBox) -> Result<Option<AreaLayers>, LayersUnavailable> {
    Folder::all(parent.path())?.remove(0)?.for_area(bbox)
}

fn refusal(parent: &TempDir) -> String {
    match area(parent, inside()) {
        Err(refused) => refused.to_string(),
        Ok(found) => panic!("accepted: {}", found.is_some()),
    }
}

#[test]
fn a_palette_of_land_cover_becomes_layers_where_it_lies() {
    let parent = described(&nlcd(&[(2001, "a.tif"), (2021, "b.tif")]));
    write(&parent, "a.tif", 4326, false);
    write(&parent, "b.tif", 4326, true);
    let found = area(&parent, inside()).unwrap().unwrap();
    assert_eq!((found.name.as_str(), found.is_sample), ("Made", false));
    assert_eq!((found.frame.shape.rows, found.year()), (60, 2021));
    assert!(
        (found.coverage - 50.0 / 60.0).abs() < 1e-9,
        "the gap on top"
    );
    for row in 0..60 {
        for col in 0..found.frame.shape.cols {
            let (lon, _) = found.frame.middle(row, col);
            let class = class(row, ((lon - CORNER.0) / CELL) as usize);
            for urban in &found.urban {
                assert_eq!(
                    urban.layer.at(row, col),
                    u8::from(class == 23),
                    "{row} {col}"
                );
            }
            assert_eq!(found.water.at(row, col), u8::from(class == 11));
            let never = class == 11 || class == 0;
            assert_eq!(found.excluded.at(row, col), if never { 100 } else { 0 });
        }
    }
    assert!(found.city().is_ok());
    // Outside the folder's data there are no layers, and no error.
    let elsewhere = BBox::new(-90.0, 30.0, -89.9, 30.1).unwrap();
    assert!(area(&parent, elsewhere).unwrap().is_none());
}

#[test]
fn what_is_wrong_with_a_folder_is_said_with_the_files_name() {
    let cut = described(&nlcd(&[(2001, "a.tif")]));
    write(&cut, "a.tif", 4326, false);
    let path = cut.path().join("one/a.tif");
    let whole = std::fs::read(&path).unwrap();
    for length in [0, 3, 100, whole.len() / 2] {
        std::fs::write(&path, &whole[..length]).unwrap();
        let said = refusal(&cut);
        assert!(said.contains("one/a.tif: "), "{length}: {said}");
    }
    let missing = described(&nlcd(&[(2001, "a.tif")]));
    assert!(refusal(&missing).contains("one/a.tif: "));
    write(&missing, "a.tif", 32_767, false);
    assert!(refusal(&missing).contains("set crs in layers.json"));
    let backwards = described(&nlcd(&[(2021, "a.tif"), (2001, "b.tif")]));
    assert!(refusal(&backwards).contains("years must be in ascending order"));
    let unknown = described(&json!({ "name": "x", "urban": [], "urbane": [] }));
    assert!(refusal(&unknown).contains("unknown field `urbane`"));
    let mut heights = nlcd(&[(2001, "a.tif")]);
    heights["elevation"] = json!({ "file": "far.tif", "crs": "EPSG:5070" });
    let far = described(&heights);
    write(&far, "a.tif", 4326, false);
    write(&far, "far.tif", 4326, false);
    assert!(refusal(&far).contains("one/far.tif: it does not cover the area"));
}

#[test]
fn a_number_that_is_no_class_is_refused() {
    let mut manifest = nlcd(&[(2001, "a.png")]);
    manifest["urban"][0]["extent"] = json!([-100.0, 39.94, -99.92, 40.0]);
    let parent = described(&manifest);
    let path = parent.path().join("one/a.png");
    image::GrayImage::from_pixel(8, 6, image::Luma([77]))
        .save(path)
        .unwrap();
    assert!(refusal(&parent).contains("one/a.png: 77 is not a class"));
}

/// A manifest with roads in degrees, and the file that it names.
fn with_roads(file: &str, text: &str, weights: Option<Value>) -> TempDir {
    let mut manifest = nlcd(&[(2021, "a.tif")]);
    manifest["roads"] = json!([{ "year": 2021, "file": file, "crs": "EPSG:4326" }]);
    if let Some(weights) = weights {
        manifest["roads"][0]["weights"] = weights;
    }
    let parent = described(&manifest);
    write(&parent, "a.tif", 4326, false);
    std::fs::write(parent.path().join("one").join(file), text).unwrap();
    parent
}

#[test]
fn roads_as_lines_count_by_their_class() {
    let line = |class: &str, from: (f64, f64), to: (f64, f64)| {
        let line = json!([
            [CORNER.0 + from.0, CORNER.1 - from.1],
            [CORNER.0 + to.0, CORNER.1 - to.1]
        ]);
        json!({ "type": "Feature", "properties": { "class": class }, "geometry": { "type": "LineString", "coordinates": line } })
    };
    let features = [
        line("motorway", (-1.0, 0.0305), (1.0, 0.0305)),
        line("main", (0.0405, 0.001), (0.0405, 0.059)),
        line("track", (0.0, 0.0105), (0.08, 0.0105)),
    ];
    let text = json!({ "type": "FeatureCollection", "features": features }).to_string();
    let weights = json!({ "field": "class", "values": { "motorway": 200, "main": 50 } });
    let parent = with_roads("roads.geojson", &text, Some(weights));
    let found = area(&parent, inside()).unwrap().unwrap();
    let (roads, cols) = (&found.roads[0].layer, found.frame.shape.cols);
    // The largest weight is scaled to 100; at the crossing the larger one wins.
    assert!((0..cols).all(|col| roads.at(30, col) == 100));
    let col = ((0.0405 - 0.0) / found.frame.dlon) as usize;
    assert_eq!([roads.at(10, col), roads.at(10, 5)], [25, 0]);
    let drawn = roads.values().iter().filter(|weight| **weight > 0).count();
    assert_eq!(drawn, cols + 58);

    let plain = area(&with_roads("roads.json", &text, None), inside());
    assert_eq!(plain.unwrap().unwrap().roads[0].layer.at(10, 5), 100);
    let broken = with_roads("roads.geojson", &text[..200], None);
    assert!(refusal(&broken).contains("one/roads.geojson: it is not readable GeoJSON"));
    let points = json!({ "type": "Point", "coordinates": [CORNER.0, CORNER.1] });
    let point = json!({ "type": "Feature", "properties": {}, "geometry": points });
    let text = json!({ "type": "FeatureCollection", "features": [point] }).to_string();
    assert!(refusal(&with_roads("roads.geojson", &text, None)).contains("shapes other than lines"));
}

#[test]
fn roads_of_a_shapefile_are_drawn_in_its_own_system() {
    use shapefile::dbase::{FieldValue, TableWriterBuilder};
    let mut manifest = nlcd(&[(2021, "a.tif")]);
    let weights = json!({ "field": "KIND", "values": { "A": 100 } });
    manifest["roads"] =
        json!([{ "year": 2021, "file": "roads.shp", "crs": "EPSG:3857", "weights": weights }]);
    let parent = described(&manifest);
    write(&parent, "a.tif", 4326, false);
    let file = parent.path().join("one/roads.shp");
    let table = TableWriterBuilder::new().add_character_field("KIND".try_into().unwrap(), 4);
    let mut writer = shapefile::Writer::from_path(&file, table).unwrap();
    // Along a parallel in the middle of row 20 of the generated grid.
    let radius: f64 = 6_378_137.0;
    let mercator = |lon: f64, lat: f64| {
        let up = (std::f64::consts::FRAC_PI_4 + lat.to_radians() / 2.0)
            .tan()
            .ln();
        shapefile::Point::new(radius * lon.to_radians(), radius * up)
    };
    let lat = CORNER.1 - 20.5 * CELL;
    let line = shapefile::Polyline::new(vec![mercator(-100.5, lat), mercator(-99.5, lat)]);
    let mut record = shapefile::dbase::Record::default();
    record.insert(
        "KIND".to_owned(),
        FieldValue::Character(Some("A".to_owned())),
    );
    writer.write_shape_and_record(&line, &record).unwrap();
    drop(writer);
    let found = area(&parent, inside()).unwrap().unwrap();
    let cols = found.frame.shape.cols;
    for (index, weight) in found.roads[0].layer.values().iter().enumerate() {
        assert_eq!(*weight, if index / cols == 20 { 100 } else { 0 }, "{index}");
    }
    manifest["roads"][0].as_object_mut().unwrap().remove("crs");
    std::fs::write(parent.path().join("one/layers.json"), manifest.to_string()).unwrap();
    assert!(refusal(&parent).contains("one/roads.shp: a shapefile requires crs"));
}

/// Path of the real data, if present.
fn shared(part: &str) -> Option<PathBuf> {
    let place = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared")
        .join(part);
    let found = place.is_dir().then_some(place);
    if found.is_none() {
        eprintln!("{part}: not beside the repository, so not checked");
    }
    found
}

fn linked(manifest: &Value, from: &std::path::Path) -> TempDir {
    let parent = described(manifest);
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = parent.path().join("one").join(entry.file_name());
        std::os::unix::fs::symlink(entry.path().canonicalize().unwrap(), to).unwrap();
    }
    parent
}

#[test]
fn three_dates_of_massachusetts_keep_their_built_cells() {
    let Some(rasters) = shared("data/rasters") else {
        return;
    };
    let urban: Vec<Value> = [1985, 1991, 1999]
        .map(|year| {
            let file = format!("pie_ma_landuse_{year}.tif");
            json!({ "year": year, "file": file, "kind": "classes", "urban": [2], "crs": "EPSG:26986" })
        })
        .to_vec();
    let elevation = json!({ "file": "pie_ma_elevation.tif", "crs": "EPSG:26986" });
    let manifest = json!({ "name": "Plum Island", "cell_metres": 100.0, "urban": urban, "elevation": elevation });
    let parent = linked(&manifest, &rasters);
    let bbox = BBox::new(-71.4, 42.3, -70.5, 43.0).unwrap();
    let found = area(&parent, bbox).unwrap().unwrap();
    for (urban, built) in found.urban.iter().zip([37_122, 40_350, 43_455]) {
        let cells: u32 = urban
            .layer
            .values()
            .iter()
            .map(|cell| u32::from(*cell))
            .sum();
        let off = (f64::from(cells) / f64::from(built) - 1.0).abs();
        assert!(off < 0.01, "{}: {cells} for {built}", urban.year);
    }
    assert!(found.slope.values().iter().any(|percent| *percent > 5));
}

#[test]
fn the_demo_city_comes_through_cell_for_cell() {
    let Some(city) = shared("sleuth/demo_city") else {
        return;
    };
    let height = 200.0 * 30.0 / 111_320.0;
    let (west, south) = (-100.0, 40.0);
    let width = height / (south + height / 2.0_f64).to_radians().cos();
    let bbox = BBox::new(west, south, west + width, south + height).unwrap();
    for kind in ["png", "gif"] {
        let extent = json!([west, south, west + width, south + height]);
        let of =
            |layer: &str| json!({ "file": format!("demo200.{layer}.{kind}"), "extent": extent });
        let years = [1930, 1950, 1970, 1990];
        let urban = years.map(|year| {
            json!({ "year": year, "file": format!("demo200.urban.{year}.{kind}"), "extent": extent, "kind": "classes", "urban": [255] })
        });
        let roads = years.map(|year| {
            json!({ "year": year, "file": format!("demo200.roads.{year}.{kind}"), "extent": extent })
        });
        let manifest = json!({ "name": "Demo", "urban": urban, "roads": roads, "slope": of("slope"), "excluded": of("excluded"), "hillshade": of("hillshade") });
        let parent = linked(&manifest, &city.join(kind));
        let found = area(&parent, bbox).unwrap().unwrap();
        let file = |name: &str| {
            let path = city.join("png").join(format!("demo200.{name}.png"));
            image::open(path).unwrap().into_luma8().into_raw()
        };
        assert_eq!(found.slope.values(), file("slope"), "{kind}");
        assert_eq!(found.excluded.values(), file("excluded"), "{kind}");
        for (urban, cells) in found.urban.iter().zip([598, 861, 1821, 3881]) {
            let built: u32 = urban
                .layer
                .values()
                .iter()
                .map(|cell| u32::from(*cell))
                .sum();
            assert_eq!(built, cells, "{kind} {}", urban.year);
            let given = file(&format!("urban.{}", urban.year));
            let same = urban.layer.values().iter().zip(given);
            assert!(
                same.into_iter()
                    .all(|(ours, theirs)| (*ours > 0) == (theirs > 0))
            );
        }
        for road in &found.roads {
            let given = file(&format!("roads.{}", road.year));
            let mut same = road.layer.values().iter().zip(given);
            assert!(same.all(|(ours, theirs)| *ours == if theirs > 0 { 100 } else { 0 }));
        }
    }
}

#[test]
fn tiles_of_land_cover_in_metres_keep_their_shares() {
    let Some(rasters) = shared("data/rasters") else {
        return;
    };
    let mut manifest = nlcd(&[(2011, "augusta_ga_nlcd2011.tif")]);
    manifest["cell_metres"] = json!(30.0);
    let parent = linked(&manifest, &rasters);
    let bbox = BBox::new(-82.42, 33.45, -82.17, 33.61).unwrap();
    let found = area(&parent, bbox).unwrap().unwrap();
    let cells = |grid: &Grid<u8>| grid.values().iter().filter(|cell| **cell > 0).count();
    for (name, found, counted) in [
        (
            "developed",
            cells(&found.urban[0].layer),
            11_897 + 5_108 + 678,
        ),
        ("open water", cells(&found.water), 3_575),
    ] {
        let off = (found as f64 / f64::from(counted) - 1.0).abs();
        assert!(off < 0.02, "{name}: {found} for {counted}");
    }
}

#[test]
fn a_canyon_in_two_grids_is_aligned() {
    let Some(rasters) = shared("data/rasters") else {
        return;
    };
    let mut manifest = nlcd(&[(2011, "zion_ut_nlcd2011_utm12.tif")]);
    manifest["cell_metres"] = json!(60.0);
    // The file uses a user-defined coordinate system.
    manifest["urban"][0]["crs"] = json!("EPSG:26912");
    manifest["urban"][0]["open_space_is_urban"] = json!(true);
    manifest["elevation"] = json!({ "file": "zion_ut_srtm_epsg4326.tif" });
    let parent = linked(&manifest, &rasters);
    let bbox = BBox::new(-113.1, 37.2, -112.95, 37.35).unwrap();
    let found = area(&parent, bbox).unwrap().unwrap();
    assert!(found.coverage > 0.99, "{}", found.coverage);
    let mean = |kept: &dyn Fn(usize) -> bool| {
        let cells: Vec<f64> = (0..found.frame.shape.cells())
            .filter(|cell| kept(*cell))
            .map(|cell| f64::from(found.slope.values()[cell]))
            .collect();
        cells.iter().sum::<f64>() / cells.len() as f64
    };
    // If the grids are aligned, roads and buildings lie on level ground.
    let built = &found.urban[0].layer;
    let (on, all) = (mean(&|cell| built.values()[cell] > 0), mean(&|_| true));
    assert!(on < 0.8 * all, "{on:.1} % where built, {all:.1} % in all");
}
