/** 'Site of 4 parcels': several adjoining parcels that the firm keeps as one. */
export const siteWords = (parcels: number): string => `Site of ${parcels} parcels`;

/** 'A, B and C': all of them. */
export function listed(texts: readonly string[]): string {
  const last = texts.at(-1);
  if (last === undefined || texts.length === 1) return last ?? '';
  return `${texts.slice(0, -1).join(', ')} and ${last}`;
}
