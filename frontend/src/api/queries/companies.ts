import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { get } from './query';

/** Companies by name, filtered by words. */
export const companiesQuery = (words: string) =>
  queryOptions({
    ...get('main', '/api/get_companies', { q: words || undefined }),
    placeholderData: keepPreviousData,
    select: (answer) => answer.companies,
  });
