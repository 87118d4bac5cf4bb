//! `Content-Disposition` with names of any script (RFC 6266, RFC 5987).

use actix_web::http::header::{
    Charset, ContentDisposition, DispositionParam, DispositionType, ExtendedValue,
};

/// A plain name for old clients, and the exact one.
pub fn header(inline: bool, name: &str) -> ContentDisposition {
    let disposition = if inline {
        DispositionType::Inline
    } else {
        DispositionType::Attachment
    };
    let is_plain = |c: char| c.is_ascii_graphic() && c != '"' && c != '\\' || c == ' ';
    let plain = name.replace(|c| !is_plain(c), "_");
    let exact = (plain != name).then(|| {
        DispositionParam::FilenameExt(ExtendedValue {
            charset: Charset::Ext("UTF-8".to_owned()),
            language_tag: None,
            value: name.as_bytes().to_vec(),
        })
    });
    let plain = DispositionParam::Filename(plain);
    ContentDisposition {
        disposition,
        parameters: [Some(plain), exact].into_iter().flatten().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_any_script_survive() {
        assert_eq!(
            header(true, "a b.pdf").to_string(),
            "inline; filename=\"a b.pdf\""
        );
        assert_eq!(
            header(false, "é\"\r\n.pdf").to_string(),
            "attachment; filename=\"____.pdf\"; filename*=UTF-8''%C3%A9%22%0D%0A.pdf"
        );
    }
}
