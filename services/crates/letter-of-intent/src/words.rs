//! Numbers in English words, and their digits in groups.

const SMALL: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 10] = [
    "", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
];
const GROUPS: [(u64, &str); 4] = [
    (1_000_000_000_000, "trillion"),
    (1_000_000_000, "billion"),
    (1_000_000, "million"),
    (1_000, "thousand"),
];

/// 60 is `sixty`, 1,250,042 `one million two hundred fifty thousand forty-two`.
pub fn number_in_words(number: u64) -> String {
    let mut parts = Vec::new();
    let mut rest = number;
    for (size, name) in GROUPS {
        if rest >= size {
            parts.push(format!("{} {name}", number_in_words(rest / size)));
            rest %= size;
        }
    }
    if rest >= 100 {
        parts.push(format!("{} hundred", SMALL[(rest / 100) as usize]));
        rest %= 100;
    }
    if rest >= 20 {
        let (ten, one) = ((rest / 10) as usize, (rest % 10) as usize);
        parts.push(match one {
            0 => TENS[ten].to_owned(),
            _ => format!("{}-{}", TENS[ten], SMALL[one]),
        });
    } else if rest > 0 || parts.is_empty() {
        parts.push(SMALL[rest as usize].to_owned());
    }
    parts.join(" ")
}

/// The first letter of the text in upper case.
pub fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| {
        first.to_uppercase().collect::<String>() + characters.as_str()
    })
}

/// Each word of the text with its first letter in upper case, also after a hyphen.
pub fn title_case(text: &str) -> String {
    let words = text.split(' ').map(|word| {
        let parts: Vec<String> = word.split('-').map(capitalized).collect();
        parts.join("-")
    });
    words.collect::<Vec<_>>().join(" ")
}

/// 1250000 is `1,250,000`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// 1 is `1st`, 12 `12th`, 22 `22nd`.
pub fn ordinal(day: u32) -> String {
    let suffix = match (day % 100, day % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{day}{suffix}")
}

/// 'A, B and C'.
pub fn listed(texts: &[&str]) -> String {
    match texts {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_words() {
        for (number, words) in [
            (0, "zero"),
            (3, "three"),
            (15, "fifteen"),
            (30, "thirty"),
            (60, "sixty"),
            (45, "forty-five"),
            (100, "one hundred"),
            (119, "one hundred nineteen"),
            (1_000, "one thousand"),
            (1_250_000, "one million two hundred fifty thousand"),
            (
                1_250_042,
                "one million two hundred fifty thousand forty-two",
            ),
            (
                999_999_999_999,
                "nine hundred ninety-nine billion nine hundred ninety-nine million nine hundred ninety-nine thousand nine hundred ninety-nine",
            ),
        ] {
            assert_eq!(number_in_words(number), words);
        }
        assert_eq!(title_case("one hundred forty-two"), "One Hundred Forty-Two");
        assert_eq!(capitalized(""), "");
        assert!(number_in_words(u64::MAX).contains("trillion"));
    }

    #[test]
    fn digits_ordinals_and_lists() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(grouped(number), text);
        }
        for (day, text) in [
            (1, "1st"),
            (2, "2nd"),
            (3, "3rd"),
            (4, "4th"),
            (11, "11th"),
            (12, "12th"),
            (13, "13th"),
            (21, "21st"),
            (22, "22nd"),
            (31, "31st"),
        ] {
            assert_eq!(ordinal(day), text);
        }
        assert_eq!(listed(&["A", "B", "C"]), "A, B and C");
        assert_eq!(listed(&["A"]), "A");
    }
}
