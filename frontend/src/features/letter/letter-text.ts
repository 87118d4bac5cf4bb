/**
 * The default Letter of Intent, used when there is no draft. Pure text functions, so that all terms are in one place and can be tested
 * without a browser. Input is escaped here; the editor sanitizes what it stores.
 */

import { acres } from '../../lib/format';
import { escapeHtml } from '../../lib/html';
import { listed } from '../../lib/site';
import type { TermName } from '../../lib/term-names';

/** The fields of a property that the letter uses; all optional. */
export interface LetterProperty {
  address?: string | null;
  city?: string | null;
  state?: string | null;
  zip?: string | null;
  property_name?: string | null;
  offer_value?: number | null;
  square_feet?: number | null;
  /** Area of the parcel. */
  acres?: number | null;
  owner_name?: string | null;
  mailing_address?: string | null;
  contact_first_name?: string | null;
  contact_last_name?: string | null;
  /** Job title of the contact; never a form of address. */
  contact_title?: string | null;
  contact_honorific?: string | null;
  parcel_number?: string | null;
  /** The parcels of a site that the firm keeps as one. */
  members?: readonly { readonly parcelnumb: string }[];
  ll_uuid?: string;
}

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** 1 → '1st', 2 → '2nd', 11 → '11th'. */
export function ordinal(day: number): string {
  const teens = day % 100;
  if (teens >= 11 && teens <= 13) return `${day}th`;
  return `${day}${['th', 'st', 'nd', 'rd'][day % 10] ?? 'th'}`;
}

/** A date in the user's time zone, in long form: 'November 21st, 2026'. */
export function longDate(date: Date): string {
  return `${date.toLocaleDateString('en-US', { month: 'long' })} ${ordinal(date.getDate())}, ${date.getFullYear()}`;
}

/** Whole US dollars, or 'N/A' without a price: zero counts as not entered. */
export function dollars(value: number | null | undefined): string {
  return hasAmount(value) ? money.format(value) : 'N/A';
}

/** '12,500 S.F.', or 'N/A'. A property stores an invalid area as 0, so zero counts as unknown. */
export function squareFootage(value: number | null | undefined): string {
  return hasAmount(value) ? `${whole.format(value)} S.F.` : 'N/A';
}

/** The property's name, else its address. */
export function propertyName(property: LetterProperty): string {
  return text(property.property_name) ?? text(property.address) ?? 'Property Address';
}

/** Current terms of the property, by field name. */
export function letterTerms(property: LetterProperty, firm: string): Record<TermName, string> {
  const [contact = '', , owner = ''] = addressee(property);
  return {
    purchase_price: dollars(property.offer_value),
    square_feet: squareFootage(property.square_feet),
    acres: acres(property.acres),
    earnest_money: share(property.offer_value, 0.005, '0.5%'),
    deposit: share(property.offer_value, 0.01, '1%'),
    contact_name: contact,
    owner_name: owner,
    salutation: salutation(property),
    subject: subject(property),
    property_name: propertyName(property),
    buyer: firm,
  };
}

/** The body of the default letter as HTML, with every value escaped and every term as a field. */
export function defaultLetter(property: LetterProperty, firm: string, today: Date): string {
  const values = letterTerms(property, firm);
  const term = (name: TermName): string => `<span data-term="${name}">${escapeHtml(values[name])}</span>`;
  const parcels = (property.members ?? []).map(({ parcelnumb }) => parcelnumb);
  const named: readonly TermName[] = ['contact_name', 'owner_name'];
  const line = (text: string): string => {
    const name = named.find((each) => values[each] === text);
    return name ? term(name) : escapeHtml(text);
  };
  return [
    paragraph(escapeHtml(longDate(today))),
    paragraph(addressee(property).map(line).join('<br>')),
    paragraph(`<strong>Re: Letter of Intent to Purchase ${term('subject')}</strong>`),
    paragraph(`Dear ${term('salutation')}:`),
    paragraph(
      `This letter sets out the terms on which ${term('buyer')} or its assignee (“Buyer”) proposes to purchase ` +
        `${term('property_name')} (the “Property”)${parcels.length > 0 ? `, consisting of the ${parcels.length} parcels listed below,` : ''} ` +
        'from its owner (“Seller”). It is not binding on either party.',
    ),
    ...(parcels.length > 0 ? [paragraph(`<strong>Parcel Numbers:</strong> ${escapeHtml(listed(parcels))}`)] : []),
    ...terms(term, hasAmount(property.acres)).map(([label, sentence]) => paragraph(`<strong>${label}:</strong> ${sentence}`)),
    paragraph(
      'If these terms are acceptable, please sign and return a copy of this letter, and we will prepare the PSA for your review. ' +
        'We look forward to working with you.',
    ),
  ].join('');
}

/** Labels and sentences of the terms, as HTML. */
function terms(term: (name: TermName) => string, hasAcres: boolean): readonly (readonly [string, string])[] {
  return [
    ['Purchase Price', term('purchase_price')],
    ['Square Footage', term('square_feet')],
    // Not among the specification's terms, so nothing is said of an unknown area.
    ...(hasAcres ? ([['Site Area', term('acres')]] as const) : []),
    [
      'Earnest Money',
      `${term('earnest_money')}, refundable, due within three (3) business days after the Purchase and Sale Agreement (“PSA”) is executed.`,
    ],
    [
      'Non-Refundable Deposit',
      `${term('deposit')}, non-refundable, due within three (3) business days after the Due Diligence Period ends.`,
    ],
    [
      'Due Diligence Period',
      'Sixty (60) days after the access agreement is executed and Seller has delivered its materials on the Property. The last day of the period is the “Feasibility Date”.',
    ],
    [
      'Closing Date',
      'Within thirty (30) days of the Feasibility Date. Buyer may extend the Closing Date by fifteen (15) days for a non-refundable deposit of $20,000.',
    ],
    ['Closing Costs', 'Shared between Buyer and Seller according to local customs.'],
    ['Financing', 'The purchase is not subject to a financing contingency.'],
    ['Existing Debt', 'Seller pays off all debts secured by the Property at or before closing.'],
  ];
}

function share(offer: number | null | undefined, part: number, percent: string): string {
  return hasAmount(offer) ? `${money.format(offer * part)} (${percent} of the Purchase Price)` : `${percent} of the Purchase Price`;
}

function addressee(property: LetterProperty): string[] {
  const first = text(property.contact_first_name) ?? 'John';
  const last = text(property.contact_last_name) ?? 'Public';
  const lines = [`${first} ${last}`, text(property.contact_title) ?? 'Title', text(property.owner_name) ?? 'Company'];
  const mailing = text(property.mailing_address);
  return mailing ? [...lines, ...mailing.split(/\s*\n\s*/)] : lines;
}

function salutation(property: LetterProperty): string {
  const honorific = text(property.contact_honorific);
  const last = text(property.contact_last_name);
  if (honorific && last) return `${honorific} ${last}`;
  const known = [text(property.contact_first_name), last].filter((part) => part !== undefined);
  return known.length > 0 ? known.join(' ') : 'Property Owner';
}

function subject(property: LetterProperty): string {
  const name = propertyName(property);
  // 'Houston, TX 77002': state and ZIP code are one part.
  const region = [text(property.state), text(property.zip)].filter((part) => part !== undefined).join(' ');
  const place = [text(property.address), text(property.city), text(region)].filter((part) => part !== undefined && part !== name);
  return place.length > 0 ? `${name}, ${place.join(', ')}` : name;
}

function paragraph(html: string): string {
  return `<p>${html}</p>`;
}

function text(value: string | null | undefined): string | undefined {
  const trimmed = value?.trim();
  return trimmed ? trimmed : undefined;
}

function hasAmount(value: number | null | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value) && Math.round(value) > 0;
}
