import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { get } from './query';

/** Companies by name; all of them without words. */
export const companiesQuery = (words: string) =>
  queryOptions({
    ...get('main', '/api/get_companies', { q: words || undefined }),
    placeholderData: keepPreviousData,
    select: (answer) => answer.companies,
  });
