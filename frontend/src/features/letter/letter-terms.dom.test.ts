import { describe, expect, it } from 'vitest';
import { differences, missingIn, termsIn, withFields, withTerms } from './letter-terms';
import { defaultLetter } from './letter-text';
import { sanitize } from '../../lib/sanitize-letter';

const firm = 'Meridian Land Partners';
const then = {
  address: '4117 Cypress St',
  city: 'Houston',
  zip: '77002',
  offer_value: 777_777,
  square_feet: 12_500,
  owner_name: 'Harbor Transit Authority',
  contact_first_name: 'Leonard',
  contact_last_name: 'Voss',
  contact_title: 'Director',
};
const now = { ...then, offer_value: 950_000 };
const letter = defaultLetter(then, firm, new Date(2026, 10, 21));
const plain = (html: string): string => html.replace(/<\/?span[^>]*>/g, '');

describe('fields', () => {
  it('hold price, deposits, area and names, and pass the sanitizer', () => {
    expect(termsIn(sanitize(letter))).toEqual({
      purchase_price: '$777,777',
      square_feet: '12,500 S.F.',
      earnest_money: '$3,889 (0.5% of the Purchase Price)',
      deposit: '$7,778 (1% of the Purchase Price)',
      contact_name: 'Leonard Voss',
      owner_name: 'Harbor Transit Authority',
      salutation: expect.stringContaining('Voss') as string,
      subject: expect.stringContaining('4117 Cypress St') as string,
      property_name: '4117 Cypress St',
      buyer: firm,
    });
    expect(sanitize('<p data-term="purchase_price"><span data-term="other" data-x="1">x</span></p>')).toBe('<p><span>x</span></p>');
  });

  it('do not change what the letter reads', () => {
    expect(plain(letter)).toContain('<strong>Purchase Price:</strong> $777,777</p>');
  });
});

describe('a letter of an old offer', () => {
  it('differs in the price and both deposits, and says the new ones after an update', () => {
    const found = differences(letter, {}, now, firm);
    expect(found.map(({ name, inLetter, now: text }) => [name, inLetter, text])).toEqual([
      ['purchase_price', '$777,777', '$950,000'],
      ['earnest_money', '$3,889 (0.5% of the Purchase Price)', '$4,750 (0.5% of the Purchase Price)'],
      ['deposit', '$7,778 (1% of the Purchase Price)', '$9,500 (1% of the Purchase Price)'],
    ]);
    const updated = withTerms(letter, found);
    expect(updated).not.toContain('777,777');
    expect(plain(updated)).toContain('$950,000');
    expect(differences(updated, {}, now, firm)).toEqual([]);
  });

  it('is left alone for figures that were kept, and asked about again for others', () => {
    const kept = {
      purchase_price: '$950,000',
      earnest_money: '$4,750 (0.5% of the Purchase Price)',
      deposit: '$9,500 (1% of the Purchase Price)',
    };
    expect(differences(letter, kept, now, firm)).toEqual([]);
    expect(differences(letter, kept, { ...now, offer_value: 960_000 }, firm)).toHaveLength(3);
  });

  it('is no term where somebody wrote their own words', () => {
    const own = letter.replace(/<span data-term="purchase_price">[^<]*<\/span>/, 'to be agreed');
    expect(differences(own, {}, now, firm).map(({ name }) => name)).toEqual(['earnest_money', 'deposit']);
  });

  it('is not compared with a property or sender that could not be loaded', () => {
    expect(differences(letter, {}, undefined, firm)).toEqual([]);
    expect(differences(letter, {}, now, '')).toEqual([]);
  });

  it('gets fields when it was begun without them', () => {
    const old = plain(letter);
    expect(differences(withFields(old), {}, now, firm).map(({ name }) => name)).toEqual(['purchase_price', 'earnest_money', 'deposit']);
    expect(plain(withFields(old))).toBe(old);
    expect(withFields(letter)).toBe(letter);
    expect(withFields('<p>Dear all</p>')).toBe('<p>Dear all</p>');
  });
});

describe('what is missing', () => {
  it('is nothing in a complete letter', () => {
    expect(missingIn(letter)).toEqual([]);
  });

  it('is each default of an empty record', () => {
    expect(missingIn(defaultLetter({}, firm, new Date())).map(({ name }) => name)).toEqual([
      'purchase_price',
      'contact_name',
      'contact_title',
      'owner_name',
      'salutation',
      'property_name',
    ]);
  });

  it('is no column of a table', () => {
    expect(missingIn('<table><tbody><tr><th><p>Title</p></th><th>Company</th></tr></tbody></table>')).toEqual([]);
  });

  it('is found in words too', () => {
    expect(missingIn('<p><strong>Purchase Price:</strong> N/A</p>').map(({ sentence }) => sentence)).toEqual([
      "The purchase price is 'N/A'.",
    ]);
  });
});
