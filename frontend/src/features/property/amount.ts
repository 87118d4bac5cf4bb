/** A whole number as people type it, such as '12,500'; null for none, undefined if it is no such number. */
export function wholeOf(text: string): number | null | undefined {
  const typed = text.trim();
  if (typed === '') return null;
  return /^(\d{1,3}(?:,\d{3})+|\d+)$/.test(typed) ? Number(typed.replaceAll(',', '')) : undefined;
}

/** An amount of dollars as people type it, such as '$1,250,000'; null for none, undefined if it is no amount. */
export function amountOf(text: string): number | null | undefined {
  const typed = text.trim();
  if (typed === '') return null;
  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(\.\d{1,2})?$/.exec(typed);
  return match ? Number(`${match[1]?.replaceAll(',', '') ?? ''}${match[2] ?? ''}`) : undefined;
}
