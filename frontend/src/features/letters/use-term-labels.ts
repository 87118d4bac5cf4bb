import { useQuery } from '@tanstack/react-query';
import { letterTermsQuery } from '../../api/queries/letter-register';
import { termWords } from './words';

/** What terms are called; by their names until that is loaded. */
export function useTermLabels(): (term: string) => string {
  const terms = useQuery(letterTermsQuery).data?.terms;
  return (name) => terms?.find((term) => term.name === name)?.label ?? termWords(name);
}
