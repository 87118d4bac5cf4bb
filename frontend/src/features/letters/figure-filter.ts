import type { LetterFilter } from '../../api/queries/letter-register';

/** The filters of figures that lead to the list. */
export type FigureFilter = Pick<LetterFilter, 'out' | 'sent_days_min' | 'sent_days_max' | 'expires_within'>;

/** The filter of a page's address; none if it has none. */
export function figureFilterOf(query: URLSearchParams): FigureFilter | undefined {
  if (query.get('out') !== 'true') return undefined;
  const days = (name: string): number | undefined => {
    const text = query.get(name);
    return text !== null && /^\d{1,4}$/.test(text) ? Number(text) : undefined;
  };
  return {
    out: true,
    sent_days_min: days('sent_days_min'),
    sent_days_max: days('sent_days_max'),
    expires_within: days('expires_within'),
  };
}

/** 'Out, sent 8 to 14 days ago'. */
export function figureWords({ sent_days_min: least, sent_days_max: most, expires_within: soon }: FigureFilter): string {
  const words = ['Out'];
  if (most !== undefined) words.push(`sent ${least ?? 0} to ${most} days ago`);
  else if (least) words.push(`sent ${least} or more days ago`);
  if (soon !== undefined) words.push(`expiring within ${soon} days`);
  return words.join(', ');
}
