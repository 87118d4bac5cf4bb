//! The fonts of all documents, loaded once. All are under the SIL Open Font License or freer: Inter (`fonts/OFL.txt`),
//! and of typst's own Libertinus Serif and `DejaVu` Sans Mono, for Hebrew, Arabic, arrows and other rare characters.

use std::sync::LazyLock;

use typst::foundations::Bytes;
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;

/// Of typst's fonts, those that fill gaps.
const FILLING: [&str; 2] = ["Libertinus Serif", "DejaVu Sans Mono"];

static OURS: [&[u8]; 2] = [
    include_bytes!("../fonts/Inter-Regular.ttf"),
    include_bytes!("../fonts/Inter-SemiBold.ttf"),
];

pub struct Fonts {
    pub book: LazyHash<FontBook>,
    pub all: Vec<Font>,
}

pub static FONTS: LazyLock<Fonts> = LazyLock::new(|| {
    let ours = OURS
        .into_iter()
        .flat_map(|file| Font::iter(Bytes::new(file)));
    let filling = typst_assets::fonts().flat_map(|file| Font::iter(Bytes::new(file)));
    let filling = filling.filter(|font| FILLING.contains(&font.info().family.as_str()));
    let all: Vec<Font> = ours.chain(filling).collect();
    Fonts {
        book: LazyHash::new(FontBook::from_fonts(&all)),
        all,
    }
});

/// Whether a font has the character.
pub fn have(character: char) -> bool {
    let mut fonts = FONTS.all.iter();
    fonts.any(|font| font.info().coverage.contains(character.into()))
}
