//! Precision and recall of owner groups, as the service finds them, on generated owners, who are known.

use std::collections::{BTreeMap, HashMap, HashSet};

use parcel_import::Staged;
use reqwest::Method;
use test_support::Reply;

use crate::owner_truth::{Parcel, parcels};
use crate::support::{World, square};

const PROBES: usize = 200;

/// Parcels of a county in rows of a hundred.
fn staged(parcels: &[Parcel]) -> Vec<Staged> {
    let of = |(at, parcel): (usize, &Parcel)| {
        let (column, row) = ((at % 100) as f64, (at / 100) as f64);
        let number = (at + 1).to_string();
        let (lon, lat) = (-95.9 + column * 0.001, 29.3 + row * 0.001);
        let mut made = square("48201", &number, lon, lat);
        let (address, zip) = parcel.site.clone();
        made.fields.owner = Some(parcel.name.clone());
        made.fields.careof.clone_from(&parcel.care_of);
        made.fields.mailing_address = Some(parcel.mailing.clone());
        made.fields.address = Some(address);
        made.fields.scity = Some("Houston".to_owned());
        made.fields.szip = Some(zip);
        made
    };
    parcels.iter().enumerate().map(of).collect()
}

/// By B-cubed: each parcel's group is compared with all that its owner has.
#[derive(Default)]
struct Scores {
    precision: f64,
    recall: f64,
    probes: f64,
}

impl Scores {
    fn add(&mut self, found: &HashSet<usize>, truth: &HashSet<usize>) {
        let right = found.intersection(truth).count() as f64;
        self.precision += right / found.len() as f64;
        self.recall += right / truth.len() as f64;
        self.probes += 1.0;
    }

    fn means(&self) -> (f64, f64) {
        (self.precision / self.probes, self.recall / self.probes)
    }

    fn show(&self, of: &str) -> String {
        let (precision, recall) = self.means();
        format!(
            "{of}: precision {precision:.4}, recall {recall:.4} ({} probes)",
            self.probes
        )
    }
}

#[test]
fn b_cubed_of_the_example_in_the_literature() {
    let truth: [&[usize]; 3] = [&[1, 2, 3, 4, 5, 6], &[7, 8], &[9]];
    let found: [&[usize]; 3] = [&[1, 2, 3, 4, 5], &[6], &[7, 8, 9]];
    let of = |groups: [&[usize]; 3], item: usize| -> HashSet<usize> {
        groups
            .into_iter()
            .find(|group| group.contains(&item))
            .unwrap()
            .iter()
            .copied()
            .collect()
    };
    let mut scores = Scores::default();
    for item in 1..=9 {
        scores.add(&of(found, item), &of(truth, item));
    }
    let (precision, recall) = scores.means();
    assert!(
        (precision - 0.852).abs() < 1e-3 && (recall - 0.815).abs() < 1e-3,
        "{precision} {recall}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn groups_are_as_precise_as_promised() {
    let parcels = parcels();
    let world = World::start().await;
    let made = staged(&parcels);
    let ids: Vec<String> = made
        .iter()
        .map(|parcel| parcel.fields.ll_uuid.0.to_string())
        .collect();
    let places: HashMap<&str, usize> = ids.iter().map(String::as_str).zip(0..).collect();
    world.put(made).await;
    let mut of_owner: HashMap<usize, HashSet<usize>> = HashMap::new();
    for (at, parcel) in parcels.iter().enumerate() {
        of_owner.entry(parcel.owner).or_default().insert(at);
    }

    let token = world.token();
    let mut all = Scores::default();
    let mut by_kind: BTreeMap<&str, Scores> = BTreeMap::new();
    let mut by_size: BTreeMap<usize, Scores> = BTreeMap::new();
    let step = parcels.len() / PROBES;
    for asked in (0..PROBES).map(|probe| probe * step + probe % step) {
        let path = format!("/parcels/{}/owner_group", ids[asked]);
        let call = world.anonymous(Method::GET, &path).bearer_auth(&token);
        let group = Reply::of(call).await.ok();
        let members = group["members"].as_array().unwrap();
        let found: HashSet<usize> = members
            .iter()
            .map(|member| places[member["ll_uuid"].as_str().unwrap()])
            .collect();
        assert!(found.contains(&asked), "{group:#}");
        let truth = &of_owner[&parcels[asked].owner];
        let size = [1, 5, 20, 100]
            .into_iter()
            .find(|most| truth.len() <= *most);
        all.add(&found, truth);
        let of_kind = by_kind.entry(parcels[asked].kind).or_default();
        of_kind.add(&found, truth);
        let of_size = by_size.entry(size.unwrap_or(usize::MAX)).or_default();
        of_size.add(&found, truth);
    }
    let (count, owners) = (parcels.len(), of_owner.len());
    println!(
        "{}",
        all.show(&format!("{count} parcels of {owners} owners"))
    );
    for (most, scores) in &by_size {
        println!("{}", scores.show(&format!("owners of at most {most}")));
    }
    for (kind, scores) in &by_kind {
        println!("{}", scores.show(kind));
    }
    let (precision, recall) = all.means();
    assert!(precision >= 0.98, "precision {precision:.4}");
    assert!(recall >= 0.9, "recall {recall:.4}");
    world.stop().await;
}
