/**
 * The invisible text layer of a PDF page: words that can be searched, selected and read aloud over an image of the page. Words outside the
 * standard fonts' encoding get an embedded font with empty glyphs and a map to Unicode, which covers every script without shipping a font.
 */
import {
  beginText,
  endText,
  PDFHexString,
  popGraphicsState,
  pushGraphicsState,
  setCharacterSqueeze,
  setFontAndSize,
  setTextMatrix,
  setTextRenderingMode,
  showText,
  StandardFonts,
  TextRenderingMode,
  type PDFDocument,
  type PDFFont,
  type PDFName,
  type PDFOperator,
  type PDFPage,
  type PDFRef,
} from 'pdf-lib';

/** A word and its position in PDF points from the page's lower left corner; `y` is the lower edge of its line box. */
export interface TextPlace {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Font size and baseline height, as shares of the line box. */
const sizeOfBox = 0.8;
const baselineOfBox = 0.22;
/** Every empty glyph is half an em wide; horizontal scaling fits the word to its image. */
const emptyGlyphWidth = 500;
const codesInFont = 255;

/** Writes the words of all pages of a document; fonts are created once, in `finish`. */
export class InvisibleText {
  private readonly codes = new Map<number, number>();
  private readonly fonts: PDFRef[] = [];

  private constructor(
    private readonly document: PDFDocument,
    private readonly plain: PDFFont,
    private readonly plainCharacters: ReadonlySet<number>,
  ) {}

  static async create(document: PDFDocument): Promise<InvisibleText> {
    const plain = await document.embedFont(StandardFonts.TimesRoman);
    return new InvisibleText(document, plain, new Set(plain.getCharacterSet()));
  }

  write(page: PDFPage, words: readonly TextPlace[]): void {
    const plainKey = page.node.newFontDictionary(this.plain.name, this.plain.ref);
    const keys = new Map<number, PDFName>();
    const operators: PDFOperator[] = [pushGraphicsState(), beginText(), setTextRenderingMode(TextRenderingMode.Invisible)];
    for (const word of words) {
      const text = word.text.normalize('NFC');
      if (Array.from(text).every((character) => this.plainCharacters.has(character.codePointAt(0) ?? 0))) {
        operators.push(...this.plainWord(text, word, plainKey));
      } else {
        operators.push(...this.otherWord(text, word, page, keys));
      }
    }
    page.pushOperators(...operators, endText(), popGraphicsState());
  }

  /** Creates the fonts for characters outside the standard encoding, now that all are known. */
  finish(): void {
    const characters = [...this.codes.keys()];
    this.fonts.forEach((ref, index) => {
      this.describeFont(ref, characters.slice(index * codesInFont, (index + 1) * codesInFont));
    });
  }

  private plainWord(text: string, word: TextPlace, key: PDFName): PDFOperator[] {
    const size = word.height * sizeOfBox;
    const natural = this.plain.widthOfTextAtSize(text, size);
    // Each word includes its own space, so that copied lines keep words apart in every reader.
    return place(word, 0, key, size, natural > 0 ? word.width / natural : 1, this.plain.encodeText(`${text} `));
  }

  private otherWord(text: string, word: TextPlace, page: PDFPage, keys: Map<number, PDFName>): PDFOperator[] {
    const size = word.height * sizeOfBox;
    const characters = Array.from(text);
    const advance = word.width / characters.length;
    const squeeze = advance / ((emptyGlyphWidth / 1000) * size);
    const runs: { font: number; hex: string; start: number }[] = [];
    [...characters, ' '].forEach((character, index) => {
      const { font, code } = this.codeFor(character.codePointAt(0) ?? 0);
      const last = runs.at(-1);
      if (last?.font === font) last.hex += code;
      else runs.push({ font, hex: code, start: index });
    });
    return runs.flatMap(({ font, hex, start }) =>
      place(word, start * advance, this.keyOf(font, page, keys), size, squeeze, PDFHexString.of(hex)),
    );
  }

  private codeFor(character: number): { font: number; code: string } {
    let index = this.codes.get(character);
    if (index === undefined) {
      index = this.codes.size;
      this.codes.set(character, index);
    }
    const font = Math.floor(index / codesInFont);
    if (font >= this.fonts.length) this.fonts.push(this.document.context.nextRef());
    return { font, code: hex((index % codesInFont) + 1, 2) };
  }

  private keyOf(font: number, page: PDFPage, keys: Map<number, PDFName>): PDFName {
    const known = keys.get(font);
    if (known) return known;
    const ref = this.fonts[font];
    if (!ref) throw new Error('A character has no font.');
    const key = page.node.newFontDictionary(`SitewrightText${font}`, ref);
    keys.set(font, key);
    return key;
  }

  private describeFont(ref: PDFRef, characters: readonly number[]): void {
    const { context } = this.document;
    const glyph = context.register(context.stream(`${emptyGlyphWidth} 0 d0`));
    const names = characters.map((_, index) => `g${index + 1}`);
    const font = context.obj({
      Type: 'Font',
      Subtype: 'Type3',
      FontBBox: [0, -220, emptyGlyphWidth, 780],
      FontMatrix: [0.001, 0, 0, 0.001, 0, 0],
      CharProcs: context.obj(Object.fromEntries(names.map((name) => [name, glyph]))),
      Encoding: context.obj({ Type: 'Encoding', Differences: [1, ...names] }),
      FirstChar: 1,
      LastChar: characters.length,
      Widths: characters.map(() => emptyGlyphWidth),
      Resources: {},
      ToUnicode: context.register(context.flateStream(unicodeMap(characters))),
    });
    context.assign(ref, font);
  }
}

function place(word: TextPlace, shift: number, font: PDFName, size: number, squeeze: number, text: PDFHexString): PDFOperator[] {
  return [
    setFontAndSize(font, size),
    setCharacterSqueeze(squeeze * 100),
    setTextMatrix(1, 0, 0, 1, word.x + shift, word.y + word.height * baselineOfBox),
    showText(text),
  ];
}

/** The CMap from our codes (1, 2, …) to UTF-16. */
function unicodeMap(characters: readonly number[]): string {
  const entries = characters.map((character, index) => `<${hex(index + 1, 2)}> <${utf16(character)}>`);
  const groups: string[] = [];
  // A CMap section holds at most 100 entries.
  for (let from = 0; from < entries.length; from += 100) {
    const group = entries.slice(from, from + 100);
    groups.push(`${group.length} beginbfchar\n${group.join('\n')}\nendbfchar`);
  }
  return [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def',
    '/CMapType 2 def',
    '1 begincodespacerange\n<00> <FF>\nendcodespacerange',
    ...groups,
    'endcmap',
    'CMapName currentdict /CMap defineresource pop',
    'end',
    'end',
  ].join('\n');
}

function utf16(character: number): string {
  return Array.from({ length: String.fromCodePoint(character).length }, (_, unit) =>
    hex(String.fromCodePoint(character).charCodeAt(unit), 4),
  ).join('');
}

function hex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0');
}
