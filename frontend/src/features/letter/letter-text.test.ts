import { describe, expect, it } from 'vitest';
import { defaultLetter, dollars, longDate, ordinal, propertyName, squareFootage } from './letter-text';

const today = new Date(2026, 10, 21);
const full = {
  address: '1200 Travis St',
  city: 'Houston',
  state: 'TX',
  zip: '77002',
  property_name: 'Travis Works',
  offer_value: 1_166_000.4,
  square_feet: 12_500,
  owner_name: 'Bayou Holdings LLC',
  mailing_address: 'PO Box 12\nHouston, TX 77002',
  contact_first_name: 'Dana',
  contact_last_name: 'Whitfield',
  contact_title: 'Managing Member',
};
const words = (html: string): string =>
  html
    .replace(/<\/?span[^>]*>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

describe('the default letter', () => {
  const letter = words(defaultLetter(full, 'Meridian Land Partners', today));

  it.each([
    'November 21st, 2026',
    'Dana Whitfield Managing Member Bayou Holdings LLC PO Box 12 Houston, TX 77002',
    'Re: Letter of Intent to Purchase Travis Works, 1200 Travis St, Houston, TX 77002',
    'Dear Dana Whitfield :',
    'Meridian Land Partners or its assignee',
    'Purchase Price: $1,166,000 ',
    'Square Footage: 12,500 S.F.',
    '$5,830 (0.5% of the Purchase Price), refundable, due within three (3) business days after the Purchase and Sale Agreement (“PSA”) is executed.',
    '$11,660 (1% of the Purchase Price), non-refundable, due within three (3) business days after the Due Diligence Period ends.',
    'Sixty (60) days after the access agreement is executed and Seller has delivered its materials',
    'Within thirty (30) days of the Feasibility Date. Buyer may extend the Closing Date by fifteen (15) days for a non-refundable deposit of $20,000.',
    'according to local customs',
    'not subject to a financing contingency',
    'Seller pays off all debts',
  ])('says “%s”', (sentence) => {
    expect(letter.replace(/ :/g, ':')).toContain(sentence.replace(/ :/g, ':'));
  });

  it('falls back to the stated defaults when the record is empty', () => {
    const bare = words(defaultLetter({}, 'Harbor Point Capital', today)).replace(/ :/g, ':');
    expect(bare).toContain('John Public Title Company Re: Letter of Intent to Purchase Property Address Dear Property Owner:');
    expect(bare).toContain('Purchase Price: N/A');
    expect(bare).toContain('Square Footage: N/A');
    expect(bare).toContain('Earnest Money: 0.5% of the Purchase Price, refundable');
    expect(bare).toContain('Non-Refundable Deposit: 1% of the Purchase Price, non-refundable');
    expect(bare).not.toMatch(/NaN|undefined|null/);
  });

  it('names the area of the site where it is known', () => {
    expect(letter).not.toContain('Site Area');
    const known = words(defaultLetter({ ...full, acres: 4.5 }, 'Meridian Land Partners', today));
    expect(known).toContain('Square Footage: 12,500 S.F. Site Area: 4.5 acres');
  });

  it('names all parcels of a site, and their area together', () => {
    expect(letter).not.toContain('Parcel Numbers');
    const members = ['0660640130020', '0660640130021', '<b>22</b>'].map((parcelnumb) => ({ parcelnumb }));
    const html = defaultLetter({ ...full, acres: 5.2, parcel_number: '0660640130020 +2', members }, 'F', today);
    expect(html).toContain('0660640130020, 0660640130021 and &lt;b&gt;22&lt;/b&gt;');
    expect(words(html)).toContain('Travis Works (the “Property”), consisting of the 3 parcels listed below, from its owner');
    expect(words(html)).toContain('Site Area: 5.2 acres');
  });

  it('escapes what the record holds', () => {
    const html = defaultLetter({ ...full, owner_name: '<img src=x onerror=alert(1)> & "Sons"' }, 'A & B <i>', today);
    expect(html).not.toContain('<img');
    expect(html).not.toContain('<i>');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Sons&quot;');
  });

  it('addresses by honorific and last name, and never calls an honorific a job', () => {
    const voss = { ...full, contact_first_name: 'Leonard', contact_last_name: 'Voss', contact_honorific: 'Mr.' };
    const known = words(defaultLetter({ ...voss, contact_title: 'Real Estate Officer' }, 'F', today));
    expect(known).toContain('Leonard Voss Real Estate Officer Bayou Holdings LLC');
    expect(known).toContain('Dear Mr. Voss:');
    expect(words(defaultLetter({ ...voss, contact_title: null }, 'F', today))).toContain('Leonard Voss Title Bayou Holdings LLC');
    expect(words(defaultLetter({ ...voss, contact_last_name: ' ' }, 'F', today))).toContain('Dear Leonard:');
  });

  it('writes the state between city and zip, and leaves out what is unknown', () => {
    const place = { address: '9 Elm St', city: 'Waco', zip: '76701' };
    expect(words(defaultLetter({ ...place, state: 'TX' }, 'F', today))).toContain('to Purchase 9 Elm St, Waco, TX 76701 ');
    expect(words(defaultLetter({ ...place, state: null }, 'F', today))).toContain('to Purchase 9 Elm St, Waco, 76701 ');
    expect(words(defaultLetter({ ...place, state: 'TX', zip: '' }, 'F', today))).toContain('to Purchase 9 Elm St, Waco, TX ');
  });

  it('names the property by its name, then its address', () => {
    expect(propertyName({ property_name: '  ', address: '9 Elm' })).toBe('9 Elm');
    expect(propertyName({ property_name: null, address: '' })).toBe('Property Address');
    expect(words(defaultLetter({ address: '9 Elm', city: 'Waco' }, 'F', today))).toContain('to Purchase 9 Elm, Waco ');
  });
});

describe('its figures', () => {
  it.each([
    [1, '1st'],
    [2, '2nd'],
    [3, '3rd'],
    [4, '4th'],
    [11, '11th'],
    [12, '12th'],
    [13, '13th'],
    [20, '20th'],
    [21, '21st'],
    [22, '22nd'],
    [23, '23rd'],
    [30, '30th'],
    [31, '31st'],
  ])('writes day %i as %s', (day, written) => {
    expect(ordinal(day)).toBe(written);
  });

  it('writes long dates', () => {
    expect(longDate(new Date(2027, 0, 3))).toBe('January 3rd, 2027');
  });

  it.each([
    [1_166_000.5, '$1,166,001'],
    [0.4, 'N/A'],
    [0, 'N/A'],
    [null, 'N/A'],
    [undefined, 'N/A'],
    [Number.NaN, 'N/A'],
  ])('writes %s dollars as %s', (value, written) => {
    expect(dollars(value)).toBe(written);
  });

  it('writes areas', () => {
    expect(squareFootage(1_234_567)).toBe('1,234,567 S.F.');
    expect(squareFootage(0)).toBe('N/A');
  });
});
