/** Placeholder for missing values. */
export const notAvailable = 'N/A';

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
const plain = new Intl.NumberFormat('en-US');
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** US dollars without decimals, or 'N/A'. */
export function currency(value: number | null | undefined): string {
  return value === null || value === undefined ? notAvailable : dollars.format(value);
}

/** A county's value of a parcel or of its land. Counties record 0 for what they do not know. */
export function countyValue(value: number | null | undefined): string {
  return currency(value === 0 ? undefined : value);
}

/** A number with thousands separators, or 'N/A'. */
export function grouped(value: number | null | undefined): string {
  return value === null || value === undefined ? notAvailable : plain.format(value);
}

/** '1 letter', '1,204 letters'. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${plain.format(count)} ${count === 1 ? one : many}`;
}

const area = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** An area as '0.43 acres', or 'N/A'. */
export function acres(value: number | null | undefined): string {
  if (value === null || value === undefined) return notAvailable;
  if (value > 0 && value < 0.01) return 'under 0.01 acres';
  const shown = area.format(value);
  return shown === '1' ? '1 acre' : `${shown} acres`;
}

/** An area beside other words, where 'N/A' would not say of what. */
export const acresOrUnknown = (value: number | null | undefined): string =>
  value === null || value === undefined ? 'acres unknown' : acres(value);

/** A distance in metres as '39 ft'. */
export function feet(metres: number): string {
  return `${plain.format(Math.max(1, Math.round(metres / 0.3048)))} ft`;
}

/** Text, or 'N/A' when missing or blank. */
export function text(value: string | number | null | undefined): string {
  const trimmed = value === null || value === undefined ? '' : String(value).trim();
  return trimmed === '' ? notAvailable : trimmed;
}

/** A date as 'Nov 21, 2026', or 'N/A'. */
export function date(value: string | null | undefined): string {
  return value ? day.format(new Date(value)) : notAvailable;
}

/** A calendar day such as '2026-11-21', which is the same in every time zone, as 'Nov 21, 2026'. */
export function calendarDay(value: string): string {
  return day.format(new Date(`${value}T00:00`));
}

/** A time as 'Nov 21, 2026, 2:05 PM'. */
export function dateTime(value: string): string {
  return moment.format(new Date(value));
}

/** Only the digits of the input. */
export function digits(value: string): string {
  return value.replace(/\D/g, '');
}

/** Format of a square-feet field during input: digits only, with thousands separators. */
export function groupedInput(value: string): string {
  const only = digits(value).replace(/^0+(?=\d)/, '');
  return only === '' ? '' : only.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** A size in bytes, formatted. */
export function fileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${kilobytes.toFixed(kilobytes < 10 ? 1 : 0)} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}

const distance = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });

/** Time before `now` (milliseconds): '5 minutes ago'; older than a week: the date. */
export function timeAgo(value: string, now: number): string {
  const seconds = Math.max(0, (now - Date.parse(value)) / 1000);
  if (seconds < 60) return 'just now';
  if (seconds < 3600) return distance.format(-Math.floor(seconds / 60), 'minute');
  if (seconds < 86_400) return distance.format(-Math.floor(seconds / 3600), 'hour');
  if (seconds < 7 * 86_400) return distance.format(-Math.floor(seconds / 86_400), 'day');
  return date(value);
}

/** The digits of a US phone number without the country code 1; undefined if it contains letters or other characters. */
export function phoneDigits(value: string): string | undefined {
  if (!/^[\d\s().+/-]*$/.test(value)) return undefined;
  const only = digits(value);
  return only.length === 11 && only.startsWith('1') ? only.slice(1) : only;
}

/** A US phone number as '(713) 555-0100'; any other unchanged. */
export function phone(value: string | null | undefined): string {
  const only = phoneDigits(value ?? '') ?? '';
  const foreign = /^\s*\+(?!1)/.test(value ?? '');
  return only.length === 10 && !foreign ? `(${only.slice(0, 3)}) ${only.slice(3, 6)}-${only.slice(6)}` : text(value);
}
