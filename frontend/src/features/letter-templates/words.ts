/** Words of templates, for the user. */
import type { LetterTerm, TemplateSummary } from './api';

const sources: Readonly<Record<string, string>> = {
  property: 'Property',
  contact: 'Contact',
  offer: 'Offer',
  project: 'Project',
  firm: 'Firm',
  deal: 'Deal',
  letter: 'Letter',
  composed: 'Composed',
};

/** Fields for a select, by where their values come from. */
export function groupedTerms(terms: readonly LetterTerm[]) {
  return Object.entries(sources)
    .map(([source, group]) => ({
      group,
      items: terms.filter((term) => term.source === source).map(({ name, label }) => ({ value: name, label })),
    }))
    .filter(({ items }) => items.length > 0);
}

export const clauseKinds: readonly { readonly value: string; readonly label: string }[] = [
  { value: 'other', label: 'Other' },
  { value: 'parties', label: 'Parties' },
  { value: 'property', label: 'Property' },
  { value: 'price', label: 'Price' },
  { value: 'deposits', label: 'Deposits' },
  { value: 'diligence', label: 'Due diligence' },
  { value: 'closing', label: 'Closing' },
  { value: 'financing', label: 'Financing' },
  { value: 'costs', label: 'Costs' },
  { value: 'debts', label: 'Debts' },
  { value: 'broker', label: 'Broker' },
  { value: 'exclusivity', label: 'Exclusivity' },
  { value: 'confidentiality', label: 'Confidentiality' },
  { value: 'expiry', label: 'Expiry' },
  { value: 'non_binding', label: 'Statement that the letter is not binding' },
];

/** Where a template stands. */
export function stateWords({ published, changed, archived_at, read_only }: TemplateSummary): string {
  if (archived_at !== null) return 'Archived';
  if (read_only) return 'Read-only';
  if (published === null) return 'Draft, not published';
  return changed ? `Version ${published}, with changes` : `Version ${published}`;
}
