import { queryOptions } from '@tanstack/react-query';
import { get, pages } from './query';

/** Matching companies by name, of these industries or of all, paged. */
export const companiesQuery = (words: string, industries: readonly string[]) =>
  pages('main', '/api/get_companies', { q: words || undefined, industry: industries.length > 0 ? [...industries] : undefined });

/** Matching companies by name, the first ones. */
export const matchingCompaniesQuery = (words: string) =>
  queryOptions({ ...get('main', '/api/get_companies', { q: words || undefined, limit: 10 }), select: (answer) => answer.companies });

/** One company. */
export const companyQuery = (companyId: string) =>
  queryOptions({ ...get('main', '/api/get_companies', { company_id: companyId }), select: (answer) => answer.companies.at(0) });

/** What companies can be filtered by. */
export const companyFiltersQuery = queryOptions(get('main', '/api/get_company_filters'));
