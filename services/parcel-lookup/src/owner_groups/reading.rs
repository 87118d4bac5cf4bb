//! The candidates of a group, as far as they are read, and which of them are of it.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use diesel::QueryResult;
use diesel::result::Error;
use diesel_async::AsyncPgConnection;
use domain::ParcelUuid;
use owner_names::link::Frequencies;
use owner_names::{Keys, Member, OwnerName, Parsed, Relation, Row};

use super::store::{self, Candidate, OF_NAMES, OF_OTHERS, Wanted};

/// Most keys of the second reading.
const FURTHER_KEYS: usize = 12;

/// What was found, the parcel asked about first.
pub struct Found {
    pub candidates: Vec<Candidate>,
    /// The surest first.
    pub members: Vec<Member>,
    /// More parcels have the owner's names than were read, or are of the owner than are listed.
    pub truncated: bool,
    /// More parcels have another key of the owner than were read.
    pub may_have_more: bool,
}

/// A reading that goes on.
pub struct Reading {
    candidates: Vec<Candidate>,
    rows: Vec<Parsed>,
    /// The first row of those that say the same.
    forms: HashMap<Row, usize>,
    seen: HashSet<ParcelUuid>,
    asked_keys: HashSet<i64>,
    /// Keys of names that were read.
    names: Vec<i64>,
    /// Parcels that were read by them, and by other keys.
    named: usize,
    others: usize,
    owners: f64,
    words: Arc<HashMap<String, f64>>,
    members: Vec<Member>,
    truncated: bool,
    may_have_more: bool,
}

impl Reading {
    /// Begins with the parcel asked about.
    pub fn new(asked: Candidate) -> Self {
        let mut reading = Self {
            candidates: Vec::new(),
            rows: Vec::new(),
            forms: HashMap::new(),
            seen: HashSet::new(),
            asked_keys: HashSet::new(),
            names: Vec::new(),
            named: 0,
            others: 0,
            owners: 1.0,
            words: Arc::default(),
            members: Vec::new(),
            truncated: false,
            may_have_more: false,
        };
        reading.push(asked);
        reading.judge();
        reading
    }

    /// Keys and name of the parcel asked about.
    pub fn asked(&self) -> (Keys, Option<OwnerName>) {
        (self.rows[0].keys(), self.rows[0].name().cloned())
    }

    /// How many owners there are, and the share of their names that have a word.
    pub fn know(&mut self, owners: f64, words: HashMap<String, f64>) {
        self.owners = owners;
        self.words = Arc::new(words);
    }

    /// Reads the parcels of these keys, those of names first, and judges anew.
    pub async fn read(
        mut self,
        conn: &mut AsyncPgConnection,
        wanted: &Wanted,
    ) -> QueryResult<Self> {
        for key in &wanted.owners {
            let room = OF_NAMES.saturating_sub(self.named);
            let mut found = store::list_named(conn, *key, room + 1).await?;
            self.truncated |= found.len() > room;
            found.truncate(room);
            self.named += found.len();
            self.add(found);
        }
        self.names.extend(&wanted.owners);
        let others = store::list_others(conn, wanted, &self.names).await?;
        let mut found = others.candidates;
        found.retain(|candidate| !self.seen.contains(&candidate.ll_uuid));
        in_order(&mut found);
        // Found by several keys.
        found.dedup_by_key(|candidate| candidate.ll_uuid);
        let room = OF_OTHERS.saturating_sub(self.others);
        self.may_have_more |= others.more || found.len() > room;
        found.truncate(room);
        self.others += found.len();
        self.add(found);
        let keys = [&wanted.owners, &wanted.buildings, &wanted.care_of];
        self.asked_keys.extend(keys.into_iter().flatten());
        // Thousands of different names take a part of a second.
        let judged = tokio::task::spawn_blocking(move || {
            self.judge();
            self
        });
        judged
            .await
            .map_err(|failed| Error::QueryBuilderError(failed.into()))
    }

    /// In a fixed order, whatever the database's.
    fn add(&mut self, mut found: Vec<Candidate>) {
        in_order(&mut found);
        for candidate in found {
            self.push(candidate);
        }
    }

    fn push(&mut self, candidate: Candidate) {
        if !self.seen.insert(candidate.ll_uuid) {
            return;
        }
        let text = candidate.text();
        let parsed = if let Some(first) = self.forms.get(&text) {
            self.rows[*first].of_same(candidate.is_absentee)
        } else {
            let parsed = text.parsed().of_same(candidate.is_absentee);
            self.forms.insert(text, self.rows.len());
            parsed
        };
        self.rows.push(parsed);
        self.candidates.push(candidate);
    }

    fn judge(&mut self) {
        let known = Frequencies {
            owners: self.owners.max(1.0),
            words: Arc::clone(&self.words),
            ..Frequencies::default()
        };
        self.members = owner_names::group_parsed(&self.rows, known);
    }

    /// Keys of the same owner that were not asked for yet.
    pub fn further(&self) -> Wanted {
        let mut owners: BTreeMap<i64, usize> = BTreeMap::new();
        let mut buildings: BTreeMap<i64, usize> = BTreeMap::new();
        for member in self.members.iter().filter(|member| is_same(member)) {
            let keys = self.rows[member.row].keys();
            for (key, list) in [(keys.owner, &mut owners), (keys.building, &mut buildings)] {
                if let Some(key) = key.filter(|key| !self.asked_keys.contains(key)) {
                    *list.entry(key).or_default() += 1;
                }
            }
        }
        let most = |keys: BTreeMap<i64, usize>| {
            let mut keys: Vec<(i64, usize)> = keys.into_iter().collect();
            keys.sort_by_key(|(key, parcels)| (usize::MAX - parcels, *key));
            keys.into_iter()
                .take(FURTHER_KEYS)
                .map(|(key, _)| key)
                .collect()
        };
        Wanted {
            owners: most(owners),
            buildings: most(buildings),
            ..Wanted::default()
        }
    }

    /// Lists no more of the owner than can be added at once, and of the related no more than other parcels are read: the surest.
    pub fn end(mut self) -> Found {
        let same = self.members.iter().filter(|member| is_same(member)).count();
        let related = self.members.len() - same;
        self.truncated |= same > OF_NAMES;
        self.may_have_more |= related > OF_OTHERS;
        let (mut same_left, mut related_left) = (OF_NAMES, OF_OTHERS);
        self.members.retain(|member| {
            let left = if is_same(member) {
                &mut same_left
            } else {
                &mut related_left
            };
            let is_kept = *left > 0;
            *left = left.saturating_sub(1);
            is_kept
        });
        Found {
            candidates: self.candidates,
            members: self.members,
            truncated: self.truncated,
            may_have_more: self.may_have_more,
        }
    }
}

fn is_same(member: &Member) -> bool {
    member.relation == Relation::Same
}

fn in_order(found: &mut [Candidate]) {
    found.sort_by(|one, other| {
        (&one.county_fips, &one.parcelnumb, one.ll_uuid.0).cmp(&(
            &other.county_fips,
            &other.parcelnumb,
            other.ll_uuid.0,
        ))
    });
}

impl Candidate {
    /// What its form is made of.
    fn text(&self) -> Row {
        Row {
            owner: self.owner.clone(),
            care_of: self.careof.clone(),
            mailing: self.mailing_address.clone(),
            county_fips: self.county_fips.clone(),
            is_absentee: None,
        }
    }
}
