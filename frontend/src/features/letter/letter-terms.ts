/**
 * Terms of a letter that come from its property: price, deposits, area and names. Each is a field in the body (`<span
 * data-term="purchase_price">$950,000</span>`), so that it can be compared with the property and updated. A field keeps the text from when
 * it was written. Text typed instead of a field is not a term.
 */
import { letterTerms, type LetterProperty } from './letter-text';
import { termNames, type TermName, type Terms } from '../../lib/term-names';

const labels: Readonly<Record<TermName, string>> = {
  purchase_price: 'Offer',
  square_feet: 'Square footage',
  acres: 'Site area',
  earnest_money: 'Earnest money',
  deposit: 'Non-refundable deposit',
  contact_name: 'Contact',
  owner_name: 'Seller',
  salutation: 'Salutation',
  subject: 'Subject',
  property_name: 'Property name',
  buyer: 'Buyer',
};

/** A term whose text in the letter differs from the property. */
export interface Difference {
  name: TermName;
  label: string;
  inLetter: string;
  now: string;
}

/** Terms in the letter's fields. */
export function termsIn(html: string): Terms {
  const terms: Terms = {};
  for (const [name, element] of fields(parse(html))) terms[name] ??= element.textContent;
  return terms;
}

/** Differences between letter and property, in the order of {@link termNames}, except those that the user chose to keep. */
export function differences(html: string, kept: Terms, property: LetterProperty | undefined, firm: string): Difference[] {
  if (!property || firm === '') return [];
  const [inLetter, now] = [termsIn(html), letterTerms(property, firm)];
  return termNames.flatMap((name) => {
    const text = inLetter[name];
    if (text === undefined || text === now[name] || kept[name] === now[name]) return [];
    return [{ name, label: labels[name], inLetter: text, now: now[name] }];
  });
}

/** The letter with these texts in its fields. */
export function withTerms(html: string, changes: readonly Difference[]): string {
  const body = parse(html);
  const now = new Map(changes.map((change) => [change.name, change.now]));
  for (const [name, element] of fields(body)) element.textContent = now.get(name) ?? element.textContent;
  return body.innerHTML;
}

/** Terms in letters from before fields existed. */
const oldTerms: readonly (readonly [label: string, name: TermName, text: RegExp])[] = [
  ['Purchase Price:', 'purchase_price', /\$[\d,]+|N\/A/],
  ['Square Footage:', 'square_feet', /[\d,]+ S\.F\.|N\/A/],
  ['Earnest Money:', 'earnest_money', /(\$[\d,]+ \()?0\.5% of the Purchase Price\)?/],
  ['Non-Refundable Deposit:', 'deposit', /(\$[\d,]+ \()?1% of the Purchase Price\)?/],
];

/** Converts an older letter: price, area and deposits in the default wording become fields. */
export function withFields(html: string): string {
  const body = parse(html);
  if (fields(body).length > 0) return html;
  let found = false;
  for (const paragraph of body.querySelectorAll('p')) {
    const term = oldTerms.find(([label]) => paragraph.textContent.trim().startsWith(label));
    if (term) found = makeField(paragraph, term[1], term[2]) || found;
  }
  return found ? body.innerHTML : html;
}

function makeField(paragraph: Element, name: TermName, text: RegExp): boolean {
  const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const match = text.exec(node.nodeValue ?? '');
    if (!match) continue;
    const place = (node as Text).splitText(match.index);
    place.splitText(match[0].length);
    const field = document.createElement('span');
    field.dataset['term'] = name;
    field.textContent = match[0];
    place.replaceWith(field);
    return true;
  }
  return false;
}

/** Checks of a letter's completeness, by the server's names, with their messages. */
const checks: readonly (readonly [name: string, isMissing: (lines: readonly string[]) => boolean, sentence: string])[] = [
  ['purchase_price', (lines) => lines.some((line) => /purchase price:\s*N\/A/i.test(line)), "The purchase price is 'N/A'."],
  ['contact_name', (lines) => lines.includes('John Public'), "The addressee is the default name 'John Public'."],
  ['contact_title', (lines) => lines.includes('Title'), "The addressee's title is the default 'Title'."],
  ['owner_name', (lines) => lines.includes('Company'), "The company is the default 'Company'."],
  ['salutation', (lines) => lines.some((line) => /^Dear Property Owner\b/.test(line)), "The salutation is 'Property Owner'."],
  ['property_name', (lines) => lines.some((line) => line.includes('Property Address')), "The property is called 'Property Address'."],
];

interface Missing {
  name: string;
  sentence: string;
}

/** What this letter lacks. */
export function missingIn(html: string): Missing[] {
  const body = parse(html.replace(/<br\s*\/?>|<\/(p|h[1-6]|li|blockquote)>/g, '\n'));
  // Tables may have columns named 'Title' or 'Company'.
  body.querySelectorAll('table').forEach((table) => table.remove());
  const lines = body.textContent.split('\n').map((line) => line.trim());
  return checks.filter(([, isMissing]) => isMissing(lines)).map(([name, , sentence]) => ({ name, sentence }));
}

/** A separate document, in which nothing runs or loads. */
function parse(html: string): HTMLElement {
  return new DOMParser().parseFromString(html, 'text/html').body;
}

function fields(body: HTMLElement): [TermName, HTMLElement][] {
  return [...body.querySelectorAll<HTMLElement>('span[data-term]')].flatMap((element) => {
    const name = termNames.find((known) => known === element.dataset['term']);
    return name ? [[name, element]] : [];
  });
}
