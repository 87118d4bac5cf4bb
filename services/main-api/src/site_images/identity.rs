//! Which parcel is meant by a call that has a number and a place, but no identity.
//!
//! Two counties may have the same number. What the firm has of the number tells them apart: its markers and the images
//! that were saved.

use domain::{MarkerId, ParcelNumber, ParcelUuid, Place};

/// A marker of a parcel number, or a saved image of one.
#[derive(Debug, Clone, PartialEq)]
pub struct Held {
    /// None of an image.
    pub marker_id: Option<MarkerId>,
    pub ll_uuid: Option<ParcelUuid>,
    /// Not known of images of former versions whose marker is gone.
    pub place: Option<Place>,
}

/// What an image is saved as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImageOf {
    Parcel(ParcelUuid),
    /// The number alone, because nothing told the parcel's identity.
    Number,
}

impl ImageOf {
    pub fn ll_uuid(self) -> Option<ParcelUuid> {
        match self {
            Self::Parcel(id) => Some(id),
            Self::Number => None,
        }
    }
}

impl Held {
    fn is_image(&self) -> bool {
        self.marker_id.is_none()
    }

    fn is_at(&self, place: &Place) -> bool {
        let own = self.place.as_ref();
        own.is_some_and(|own| own.is_of_same_parcel(place))
    }

    /// Whether nothing speaks against both being of one parcel.
    fn may_be_of(&self, other: &Self) -> bool {
        if let (Some(own), Some(others)) = (self.ll_uuid, other.ll_uuid) {
            return own == others;
        }
        let (own, others) = (self.place.as_ref(), other.place.as_ref());
        own.zip(others)
            .is_none_or(|(own, others)| own.is_of_same_parcel(others))
    }
}

/// The image of the parcel at this place: of the identity that the firm knows there, else of the number. If the path of the
/// number is that of a parcel of another county, this one gets the identity that its county and number make; none if the
/// county is not known either.
pub fn image_at(number: &ParcelNumber, place: &Place, held: &[Held]) -> Option<ImageOf> {
    let identified = held.iter().filter(|held| held.is_at(place));
    let identified = identified.filter_map(|held| {
        let metres = held.place.as_ref()?.metres_to(place);
        Some((held.ll_uuid?, metres))
    });
    if let Some((id, _)) = identified.min_by(|(_, a), (_, b)| a.total_cmp(b)) {
        return Some(ImageOf::Parcel(id));
    }
    let (images, markers): (Vec<&Held>, Vec<&Held>) = held.iter().partition(|held| held.is_image());
    let of_number = images.iter().find(|image| image.ll_uuid.is_none());
    let is_free = of_number.is_none_or(|image| image.is_at(place));
    if is_free && only_parcel(&markers).is_none() {
        return Some(ImageOf::Number);
    }
    let county = place.county_fips.as_deref()?;
    Some(ImageOf::Parcel(ParcelUuid::derive(county, number)))
}

/// The saved image of a number without a place: of the firm's parcel if only one has the number, else the image that was
/// saved of the number alone, else the only one. An error has the parcels between which nothing decides.
pub fn image_of_number(held: &[Held]) -> Result<Option<ImageOf>, Vec<ParcelUuid>> {
    let (images, markers): (Vec<&Held>, Vec<&Held>) = held.iter().partition(|held| held.is_image());
    let of_number = images.iter().find(|image| image.ll_uuid.is_none());
    if let Some(id) = only_parcel(&markers) {
        if images.iter().any(|image| image.ll_uuid == Some(id)) {
            return Ok(Some(ImageOf::Parcel(id)));
        }
        let of_it = of_number.filter(|image| markers.iter().all(|marker| image.may_be_of(marker)));
        return Ok(of_it.map(|_image| ImageOf::Number));
    }
    if of_number.is_some() {
        return Ok(Some(ImageOf::Number));
    }
    match images.as_slice() {
        [] => Ok(None),
        [only] if markers.iter().all(|marker| only.may_be_of(marker)) => {
            Ok(only.ll_uuid.map(ImageOf::Parcel))
        }
        _ => {
            let known = images.iter().chain(&markers);
            let mut ids: Vec<ParcelUuid> = known.filter_map(|held| held.ll_uuid).collect();
            ids.sort_unstable();
            ids.dedup();
            Err(ids)
        }
    }
}

/// The identity that all of these markers have.
fn only_parcel(markers: &[&Held]) -> Option<ParcelUuid> {
    let id = markers.first()?.ll_uuid?;
    let is_same = |marker: &&Held| marker.ll_uuid == Some(id);
    markers.iter().all(is_same).then_some(id)
}

/// The markers of the parcel whose image was taken at this place.
pub fn markers_of(held: &[Held], image: ImageOf, place: &Place) -> Vec<MarkerId> {
    let is_of_it = |held: &&Held| match held.ll_uuid {
        Some(id) => image == ImageOf::Parcel(id),
        None => held.is_at(place),
    };
    let markers = held.iter().filter(is_of_it);
    markers.filter_map(|held| held.marker_id).collect()
}

#[cfg(test)]
mod tests {
    use domain::LonLat;
    use uuid::Uuid;

    use super::*;

    const A: Option<ParcelUuid> = Some(ParcelUuid(Uuid::from_u128(1)));
    const B: Option<ParcelUuid> = Some(ParcelUuid(Uuid::from_u128(2)));

    fn place(lon: f64, county: &str) -> Place {
        Place {
            at: LonLat::new(lon, 29.7).unwrap(),
            county_fips: (!county.is_empty()).then(|| county.to_owned()),
        }
    }

    fn here() -> Place {
        place(-95.3, "48201")
    }

    fn there() -> Place {
        place(-94.5, "48071")
    }

    fn marker(ll_uuid: Option<ParcelUuid>, place: Place) -> Held {
        Held {
            marker_id: Some(MarkerId(1)),
            ll_uuid,
            place: Some(place),
        }
    }

    fn image(ll_uuid: Option<ParcelUuid>, place: Option<Place>) -> Held {
        Held {
            marker_id: None,
            ll_uuid,
            place,
        }
    }

    fn parcel(ll_uuid: Option<ParcelUuid>) -> Option<ImageOf> {
        ll_uuid.map(ImageOf::Parcel)
    }

    #[test]
    fn the_place_tells_parcels_of_one_number_apart() {
        let number: ParcelNumber = "R 15".parse().unwrap();
        let at = |place: &Place, held: &[Held]| image_at(&number, place, held);
        let derived = |county: &str| parcel(Some(ParcelUuid::derive(county, &number)));
        assert_eq!(at(&here(), &[]), Some(ImageOf::Number));
        assert_eq!(at(&here(), &[marker(A, here())]), parcel(A));
        // The only parcel of the firm with this number, but in another county: it has the path of the number.
        assert_eq!(at(&here(), &[marker(A, there())]), derived("48201"));
        let without = [marker(None, there())];
        assert_eq!(at(&here(), &without), Some(ImageOf::Number));
        let both = [marker(A, here()), marker(B, there())];
        assert_eq!(at(&here(), &both), parcel(A));
        assert_eq!(at(&there(), &both), parcel(B));
        // Its image is kept when its marker is gone.
        assert_eq!(at(&here(), &[image(A, Some(here()))]), parcel(A));
        let of_number = [image(None, Some(here()))];
        assert_eq!(at(&here(), &of_number), Some(ImageOf::Number));
        assert_eq!(at(&there(), &of_number), derived("48071"));
        assert_eq!(at(&place(-94.5, ""), &of_number), None);
        assert_eq!(at(&here(), &[image(None, None)]), derived("48201"));
    }

    #[test]
    fn without_a_place_the_firms_only_parcel_is_meant() {
        let number = Ok(Some(ImageOf::Number));
        assert_eq!(image_of_number(&[]), Ok(None));
        let one = [marker(A, here()), image(B, Some(there())), image(A, None)];
        assert_eq!(image_of_number(&one), Ok(parcel(A)));
        // The image of another county is not that of the firm's parcel.
        assert_eq!(image_of_number(&one[..2]), Ok(None));
        let other = [marker(A, here()), image(None, Some(there()))];
        assert_eq!(image_of_number(&other), Ok(None));
        let same = [marker(A, here()), image(None, Some(here()))];
        assert_eq!(image_of_number(&same), number);
        // The path without an identity was given to the marker without one.
        let both = [
            marker(None, here()),
            marker(B, there()),
            image(None, Some(here())),
            image(B, Some(there())),
        ];
        assert_eq!(image_of_number(&both), number);
        let without = [image(B, Some(there()))];
        assert_eq!(image_of_number(&without), Ok(parcel(B)));
        for several in [
            [image(A, None), image(B, None), image(B, None)],
            [marker(A, here()), marker(B, there()), image(B, None)],
        ] {
            let ids: Vec<ParcelUuid> = [A, B].into_iter().flatten().collect();
            assert_eq!(image_of_number(&several), Err(ids));
        }
    }

    #[test]
    fn only_markers_of_the_same_parcel_get_the_image() {
        let held: Vec<Held> = [(A, here()), (None, here()), (B, here()), (None, there())]
            .into_iter()
            .enumerate()
            .map(|(index, (ll_uuid, place))| Held {
                marker_id: Some(MarkerId(index as i64)),
                ..marker(ll_uuid, place)
            })
            .collect();
        let ids = |image: ImageOf, place: Place| -> Vec<i64> {
            let markers = markers_of(&held, image, &place);
            markers.into_iter().map(|id| id.0).collect()
        };
        let of_a = parcel(A).unwrap();
        assert_eq!(ids(of_a, here()), [0, 1]);
        assert_eq!(ids(ImageOf::Number, there()), [3]);
    }
}
