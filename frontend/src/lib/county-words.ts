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

/** What a flood zone of FEMA means, from its letters; nothing for a zone that it does not define. */
export function floodRisk(zone: string | null | undefined): string | undefined {
  switch (zone?.trim().toUpperCase().charAt(0)) {
    case 'A':
      return 'High flood risk';
    case 'V':
      return 'High flood risk, with waves';
    case 'B':
    case 'C':
    case 'X':
      return 'Moderate or low flood risk';
    case 'D':
      return 'Flood risk not determined';
    default:
      return undefined;
  }
}
