/**
 * The offer for a property: 1.15 times the lower of appraised and market value, plus 0.08 times the difference to the higher, in cents
 * (specification, point 9). Computed here during input; the server applies the same rule.
 */
export function offerValue(appraised: number, market: number): number {
  const lower = Math.min(appraised, market);
  const higher = Math.max(appraised, market);
  return Math.round((lower * 1.15 + (higher - lower) * 0.08) * 100) / 100;
}

/** The amount in a form field; null when empty, undefined when it is not a number. */
export function amount(value: string | number): number | null | undefined {
  if (value === '') return null;
  const number = typeof value === 'number' ? value : Number(value.replaceAll(',', ''));
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}

/** An offer in the form, and why it is offered. */
export interface OfferDraft {
  readonly offer: string | number;
  readonly reason: string;
}
