/** The letter's typefaces as a style sheet without external resources: only the files for this letter's characters, each read once. */
import { dataUrl } from '../../../lib/data-url';

const family = 'Source Serif 4 Variable';
const read = new Map<string, Promise<string>>();

export async function faceCss(root: HTMLElement): Promise<string> {
  const characters = new Set(Array.from(root.textContent, (character) => character.codePointAt(0) ?? 0));
  const italic = root.querySelector('em, i') !== null;
  const faces = fontFaces(document).filter(
    ({ style }) =>
      style.getPropertyValue('font-family').replace(/["']/g, '') === family &&
      (italic || style.getPropertyValue('font-style') !== 'italic') &&
      covers(style.getPropertyValue('unicode-range'), characters),
  );
  return (await Promise.all(faces.map(inlined))).join('\n');
}

function fontFaces(root: Document): CSSFontFaceRule[] {
  return [...root.styleSheets].flatMap((sheet) => [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule));
}

/** Whether a `unicode-range` (U+0-FF, U+2018) contains one of these characters. A face without one contains all. */
export function covers(range: string, characters: ReadonlySet<number>): boolean {
  const spans = [...range.matchAll(/U\+([0-9A-F?]+)(?:-([0-9A-F]+))?/gi)].map(([, from = '', to]) => [
    Number.parseInt(from.replaceAll('?', '0'), 16),
    Number.parseInt(to ?? from.replaceAll('?', 'F'), 16),
  ]);
  if (spans.length === 0) return true;
  return [...characters].some((character) => spans.some(([from = 0, to = 0]) => character >= from && character <= to));
}

async function inlined(rule: CSSFontFaceRule): Promise<string> {
  const url = /url\(["']?([^"')]+)["']?\)/.exec(rule.style.getPropertyValue('src'))?.[1];
  if (!url) return '';
  const address = new URL(url, rule.parentStyleSheet?.href ?? document.baseURI).href;
  const data = await (read.get(address) ?? remember(address));
  return rule.cssText.replace(/src:[^;]+;/, `src: url(${data}) format("woff2");`);
}

function remember(address: string): Promise<string> {
  const data = fetch(address, { cache: 'force-cache' })
    .then((answer) => {
      if (!answer.ok) throw new Error('A font of the letter could not be loaded.');
      return answer.blob();
    })
    .then(dataUrl);
  read.set(address, data);
  data.catch(() => read.delete(address));
  return data;
}
