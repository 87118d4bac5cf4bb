//! Code pages of `.dbf` tables: named by the `.cpg` beside the table, else by the language driver in its head.
//!
//! The library reads texts by the encoding `x-user-defined`, which keeps each byte as a character of its own, so that
//! they are decoded here: it knows few of the pages, and takes no notice of a `.cpg`.

use std::path::Path;

use encoding_rs::Encoding;
use shapefile::dbase::encoding::EncodingRs;

use crate::error::FileError;

/// The character of byte 0x80; those of the other bytes without ASCII follow.
const FIRST_BYTE: u32 = 0xF780;

/// How the bytes of texts are characters.
#[derive(Debug, PartialEq)]
pub(crate) enum CodePage {
    Utf8,
    /// None is named: UTF-8, but a text that is none is of Windows' page for Western Europe.
    Unnamed,
    /// A page of DOS: the characters from 0x80 on.
    Dos(Vec<char>),
    /// Any other.
    Other(&'static Encoding),
}

/// By which the library is to read texts.
pub(crate) fn bytes_as_characters() -> EncodingRs {
    EncodingRs::from(encoding_rs::X_USER_DEFINED)
}

impl CodePage {
    /// That of a table with this language driver.
    pub fn of(dbf: &Path, driver: u8) -> Result<Self, FileError> {
        let named = std::fs::read(dbf.with_extension("cpg")).unwrap_or_default();
        let named = String::from_utf8_lossy(&named);
        let named = named.trim_start_matches('\u{feff}').trim();
        let (found, what) = if named.is_empty() {
            let what = format!("language driver {driver} of its .dbf");
            (of_driver(driver), what)
        } else {
            let named: String = named.chars().take(40).collect();
            (of_name(&named), format!("'{named}' of its .cpg"))
        };
        found.ok_or_else(|| {
            let reason = format!(
                "the code page {what} is not known; name that of its texts in a .cpg, such as UTF-8, 1252 or 437"
            );
            FileError::invalid("shapefile", reason)
        })
    }

    /// A text that the library has read.
    pub fn text(&self, read: String) -> String {
        if read.is_ascii() {
            return read;
        }
        // One with a mark of its encoding is decoded already.
        let Some(bytes) = read.chars().map(byte).collect::<Option<Vec<u8>>>() else {
            return read;
        };
        match self {
            Self::Utf8 => String::from_utf8_lossy(&bytes).into_owned(),
            Self::Unnamed => unnamed(bytes),
            Self::Dos(upper) => bytes
                .iter()
                .map(|byte| match byte.checked_sub(0x80) {
                    Some(place) => upper[usize::from(place)],
                    None => char::from(*byte),
                })
                .collect(),
            Self::Other(encoding) => {
                let (text, _has_errors) = encoding.decode_without_bom_handling(&bytes);
                text.into_owned()
            }
        }
    }
}

fn byte(character: char) -> Option<u8> {
    if character.is_ascii() {
        return u8::try_from(character).ok();
    }
    let place = u32::from(character).checked_sub(FIRST_BYTE)?;
    u8::try_from(place + 0x80).ok()
}

fn unnamed(bytes: Vec<u8>) -> String {
    let error = match String::from_utf8(bytes) {
        Ok(text) => return text,
        Err(error) => error,
    };
    let valid = error.utf8_error().valid_up_to();
    let (begin, _) = error.as_bytes().split_at(valid);
    // Cut within its last character, at the end of the column.
    let is_cut = error.utf8_error().error_len().is_none() && !begin.is_ascii();
    if is_cut {
        String::from_utf8_lossy(begin).into_owned()
    } else {
        let (text, _has_errors) =
            encoding_rs::WINDOWS_1252.decode_without_bom_handling(error.as_bytes());
        text.into_owned()
    }
}

/// By the table of language drivers of dBase and `FoxPro`, as GDAL has it.
fn of_driver(driver: u8) -> Option<CodePage> {
    let number = match driver {
        // 'ANSI' is the page of whichever Windows wrote it: ArcGIS writes it beside a .cpg.
        0 | 87 => return Some(CodePage::Unnamed),
        1 | 9 | 11 | 13 | 15 | 17 | 21 | 24 | 25 | 27 => 437,
        2 | 10 | 14 | 16 | 18 | 20 | 22 | 26 | 29 | 37 | 55 => 850,
        3 | 88 | 89 => 1252,
        4 => 10_000,
        8 | 23 | 102 => 865,
        19 | 123 => 932,
        28 | 108 => 863,
        31 | 34 | 35 | 64 | 100 | 135 => 852,
        36 => 860,
        38 | 101 => 866,
        77 | 122 => 936,
        78 | 121 => 949,
        79 | 120 => 950,
        80 | 124 => 874,
        103 => 861,
        106 | 134 => 737,
        107 | 136 => 857,
        125 => 1255,
        126 => 1256,
        150 => 10_007,
        200 => 1250,
        201 => 1251,
        202 => 1254,
        203 => 1253,
        204 => 1257,
        240 => 65_001,
        _ => return None,
    };
    of_number(number)
}

/// By the number that Windows has for it.
fn of_number(number: u32) -> Option<CodePage> {
    let dos = |upper: &str| Some(CodePage::Dos(upper.chars().collect()));
    let label = match number {
        437 => return dos(CP437),
        737 => return dos(CP737),
        850 => return dos(CP850),
        852 => return dos(CP852),
        857 => return dos(CP857),
        860 => return dos(CP860),
        861 => return dos(CP861),
        863 => return dos(CP863),
        865 => return dos(CP865),
        866 => "ibm866".to_owned(),
        874 => "windows-874".to_owned(),
        932 => "shift_jis".to_owned(),
        936 => "gbk".to_owned(),
        949 => "euc-kr".to_owned(),
        950 => "big5".to_owned(),
        1250..=1258 => format!("windows-{number}"),
        10_000 => "macintosh".to_owned(),
        10_007 => "x-mac-cyrillic".to_owned(),
        28_591..=28_606 => format!("iso-8859-{}", number - 28_590),
        65_001 => return Some(CodePage::Utf8),
        _ => return None,
    };
    Encoding::for_label(label.as_bytes()).map(CodePage::Other)
}

/// As a `.cpg` names it: `UTF-8`, `1252`, `CP437`, `ANSI 1252`, `OEM 850`, `ISO 88591`, `LDID/87` and the like.
fn of_name(name: &str) -> Option<CodePage> {
    let name = name.to_ascii_lowercase();
    if let Some(driver) = name.strip_prefix("ldid/") {
        return of_driver(driver.parse().ok()?);
    }
    let short: String = name
        .chars()
        .filter(|character| !matches!(character, ' ' | '-' | '_'))
        .collect();
    if short == "utf8" {
        return Some(CodePage::Utf8);
    }
    let prefixes = ["windows", "ansi", "oem", "ibm", "iso", "dos", "ms", "cp"];
    let number = prefixes
        .iter()
        .find_map(|prefix| short.strip_prefix(prefix))
        .unwrap_or(&short);
    if let Some(part) = number.strip_prefix("8859") {
        let part: u32 = part.parse().ok()?;
        return of_number(part.checked_add(28_590)?);
    }
    if let Ok(number) = number.parse() {
        return of_number(number);
    }
    let encoding = Encoding::for_label(name.as_bytes())?;
    // The others of the standard are for pages of the web, not for texts.
    let is_of_texts = encoding.is_ascii_compatible() && encoding != encoding_rs::X_USER_DEFINED;
    is_of_texts.then_some(CodePage::Other(encoding))
}

/// United States.
const CP437: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";
/// Greek.
const CP737: &str = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρσςτυφχψ░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀ωάέήϊίόύϋώΆΈΉΊΌΎΏ±≥≤ΪΫ÷≈°∙·√ⁿ²■\u{a0}";
/// Western Europe.
const CP850: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}";
/// Central Europe.
const CP852: &str = "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u{ad}˝˛ˇ˘§÷¸°¨˙űŘř■\u{a0}";
/// Turkish; three bytes have no character.
const CP857: &str = "ÇüéâäàåçêëèïîıÄÅÉæÆôöòûùİÖÜø£ØŞşáíóúñÑĞğ¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ºªÊËÈ\u{fffd}ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµ\u{fffd}×ÚÛÙìÿ¯´\u{ad}±\u{fffd}¾¶§÷¸°¨·¹³²■\u{a0}";
/// Portuguese.
const CP860: &str = "ÇüéâãàÁçêÊèÍÔìÃÂÉÀÈôõòÚùÌÕÜ¢£Ù₧ÓáíóúñÑªº¿Ò¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";
/// Icelandic.
const CP861: &str = "ÇüéâäàåçêëèÐðÞÄÅÉæÆôöþûÝýÖÜø£Ø₧ƒáíóúÁÍÓÚ¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";
/// French of Canada.
const CP863: &str = "ÇüéâÂà¶çêëèïî‗À§ÉÈÊôËÏûù¤ÔÜ¢£ÙÛƒ¦´óú¨¸³¯Î⌐¬½¼¾«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";
/// Nordic.
const CP865: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø₧ƒáíóúñÑªº¿⌐¬½¼¡«¤░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";

#[cfg(test)]
mod tests {
    use super::*;

    /// As the library reads it.
    fn read(bytes: &[u8]) -> String {
        let (text, _has_errors) = encoding_rs::X_USER_DEFINED.decode_without_bom_handling(bytes);
        text.into_owned()
    }

    #[test]
    fn each_page_has_a_character_for_each_byte() {
        let all: Vec<u8> = (0..=255).collect();
        for number in [437, 737, 850, 852, 857, 860, 861, 863, 865] {
            let page = of_number(number).unwrap();
            let text = page.text(read(&all));
            assert_eq!(text.chars().count(), 256, "{number}");
            assert!(text.is_char_boundary(128) && text[..128].is_ascii());
        }
    }

    #[test]
    fn a_byte_is_the_character_of_its_page() {
        for (name, byte, character) in [
            ("437", 0xA4, 'ñ'),
            ("437", 0xE0, 'α'),
            ("CP850", 0xE0, 'Ó'),
            ("OEM 850", 0xA5, 'Ñ'),
            ("852", 0xE3, 'Ń'),
            ("cp865", 0x9B, 'ø'),
            ("861", 0x8D, 'Þ'),
            ("1252", 0xF1, 'ñ'),
            ("ANSI 1252", 0x92, '’'),
            ("windows-1250", 0xD1, 'Ń'),
            ("ISO-8859-1", 0xD1, 'Ñ'),
            ("88591", 0xD1, 'Ñ'),
            ("8859_15", 0xA4, '€'),
            ("latin1", 0xD1, 'Ñ'),
            ("866", 0x80, 'А'),
            ("LDID/3", 0xF1, 'ñ'),
            ("LDID/1", 0xA4, 'ñ'),
        ] {
            let page = of_name(name).unwrap();
            assert_eq!(
                page.text(read(&[b'x', byte])),
                format!("x{character}"),
                "{name}"
            );
        }
        let shift_jis = of_name("932").unwrap();
        assert_eq!(shift_jis.text(read(&[0x93, 0x8C])), "東");
    }

    #[test]
    fn names_of_no_page_are_not_guessed() {
        for name in [
            "",
            "x",
            "895",
            "utf-16",
            "x-user-defined",
            "replacement",
            "LDID/",
            "LDID/104",
            "8859",
        ] {
            assert_eq!(of_name(name), None, "{name}");
        }
        for driver in [104, 105, 151, 152, 255] {
            assert_eq!(of_driver(driver), None, "{driver}");
        }
    }

    #[test]
    fn a_text_of_no_named_page_is_utf_8_if_it_can_be() {
        let of = |bytes: &[u8]| CodePage::Unnamed.text(read(bytes));
        assert_eq!(of("PEÑA’S".as_bytes()), "PEÑA’S");
        assert_eq!(of(b"PE\xD1A"), "PEÑA");
        assert_eq!(of(b"PE\xD1"), "PEÑ");
        // The last character of a column of 7 bytes.
        assert_eq!(of(&"PEÑA’S".as_bytes()[..7]), "PEÑA");
        assert_eq!(of("\u{feff}PEÑA".as_bytes()), "\u{feff}PEÑA");
    }
}
