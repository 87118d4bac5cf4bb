import { queryOptions } from '@tanstack/react-query';
import type { components } from '../generated/main-api';
import { get, pages } from './query';

type CompanySort = components['schemas']['CompaniesView']['sort'];

/** The filter as parameters of the list. */
export const companiesOf = ({ q, industries = [], tag, assigned_to }: components['schemas']['CompanyFilter']) => ({
  ...(q && { q }),
  ...(industries.length > 0 && { industry: industries }),
  ...(tag && { tag }),
  ...(assigned_to && { assigned_to }),
});

/** Matching companies, paged. */
export const companiesQuery = (filter: components['schemas']['CompanyFilter'], sort: CompanySort) =>
  pages('main', '/api/get_companies', {
    ...companiesOf(filter),
    // By name if it is not named.
    ...(sort !== 'name' && { sort }),
  });

/** Matching companies by name, the first ones. */
export const matchingCompaniesQuery = (words: string) =>
  queryOptions({ ...get('main', '/api/get_companies', { q: words || undefined, limit: 10 }), select: (answer) => answer.companies });

/** One company. */
export const companyQuery = (companyId: string) =>
  queryOptions({ ...get('main', '/api/get_companies', { company_id: companyId }), select: (answer) => answer.companies.at(0) });

/** What companies can be filtered by. */
export const companyFiltersQuery = queryOptions(get('main', '/api/get_company_filters'));
