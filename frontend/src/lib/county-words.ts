/** Short forms of assessors and of FEMA that read as words once they are written out. */
const longForms: Readonly<Record<string, string>> = {
  PCT: '%',
  RES: 'residential',
  COMM: 'commercial',
  IND: 'industrial',
  IMPR: 'improved',
  VAC: 'vacant',
};

/** What stays in capitals in the middle of a sentence. */
const capitals = new Set(['FEMA', 'LOMR', 'PUD', 'HOA', 'US', 'USDA', 'CBD', 'ETJ']);

/**
 * A county's or FEMA's entry as a person would write it: 'APPRAISED' is 'Appraised', '0.2 PCT ANNUAL CHANCE FLOOD HAZARD' is
 * '0.2 % annual chance flood hazard'. Entries that are not in capitals throughout, and codes such as 'AE' or 'C-2', stay as they are.
 */
export function plainWords(entry: string): string {
  const words = entry.trim().split(/\s+/);
  if (/[a-z]/.test(entry) || !words.some((word) => /^[A-Z]{4,}/.test(word))) return entry.trim();
  const lower = words.map((word) => longForms[word] ?? (capitals.has(word) || /\d/.test(word) ? word : word.toLowerCase()));
  const sentence = lower.join(' ');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** FEMA's zones by the risk that they stand for; texts such as 'AREA NOT INCLUDED' are no zones. */
const zones: readonly (readonly [RegExp, string])[] = [
  [/^A(\d{1,2}|E|H|O|R)?$/, 'High flood risk'],
  [/^V(\d{1,2}|E)?$/, 'High flood risk, with waves'],
  [/^[BCX]$/, 'Moderate or low flood risk'],
  [/^D$/, 'Flood risk not determined'],
];

/** What a flood zone of FEMA means; nothing for one that it does not define. */
export function floodRisk(zone: string | null | undefined): string | undefined {
  const code = zone?.trim().toUpperCase() ?? '';
  return zones.find(([pattern]) => pattern.test(code))?.[1];
}
