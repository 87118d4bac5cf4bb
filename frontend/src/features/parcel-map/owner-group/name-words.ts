const forms = /\b(l\.?\s?l\.?\s?c|l\.?p|l\.?l\.?p|inc|corp|corporation|co|company|ltd|trust|tr|trustee|trustees|et\s?al|et\s?ux)\b\.?/gi;

/** What to search the directory by: the owner's name without its legal form and punctuation. */
export function nameWords(owner: string): string {
  return owner
    .replace(/[;%].*$/, '')
    .replace(forms, ' ')
    .replace(/[,.&]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
