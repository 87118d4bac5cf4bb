/** Abbreviations of assessors and of FEMA that are expanded to words. */
const longForms: Readonly<Record<string, string>> = {
  PCT: '%',
  RES: 'residential',
  COMM: 'commercial',
  IND: 'industrial',
  IMPR: 'improved',
  VAC: 'vacant',
};

/** Words that stay in capitals within a sentence. */
const capitals = new Set(['FEMA', 'LOMR', 'PUD', 'HOA', 'US', 'USDA', 'CBD', 'ETJ']);

/**
 * A county's or FEMA's entry in sentence case: 'APPRAISED' is 'Appraised', '0.2 PCT ANNUAL CHANCE FLOOD HAZARD' is '0.2 % annual chance
 * flood hazard'. Entries not entirely in capitals, and codes such as 'AE' or 'C-2', stay unchanged.
 */
export function plainWords(entry: string): string {
  const words = entry.trim().split(/\s+/);
  if (/[a-z]/.test(entry) || !words.some((word) => /^[A-Z]{4,}/.test(word))) return entry.trim();
  const lower = words.map((word) => longForms[word] ?? (capitals.has(word) || /\d/.test(word) ? word : word.toLowerCase()));
  const sentence = lower.join(' ');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** FEMA's zones by risk; texts such as 'AREA NOT INCLUDED' are not zones. */
const zones: readonly (readonly [RegExp, string])[] = [
  [/^A(\d{1,2}|E|H|O|R)?$/, 'High flood risk'],
  [/^V(\d{1,2}|E)?$/, 'High flood risk, with waves'],
  [/^[BCX]$/, 'Moderate or low flood risk'],
  [/^D$/, 'Flood risk not determined'],
];

/** Meaning of a FEMA flood zone; undefined for an unknown one. */
export function floodRisk(zone: string | null | undefined): string | undefined {
  const code = zone?.trim().toUpperCase() ?? '';
  return zones.find(([pattern]) => pattern.test(code))?.[1];
}

/** The same for a zone of a layer with its class: a floodway has the letters of the zone around it. */
export function floodMeaning(zone: string | null | undefined, floodClass: string | null): string | undefined {
  return floodClass === 'floodway' ? 'Floodway, to be kept clear' : floodRisk(zone);
}

/** What the original of a flood zone of a layer is. */
export const recordedByLayer = 'As the flood map has it';
