import { queryOptions } from '@tanstack/react-query';
import type { components } from '../generated/main-api';
import { get, pages } from './query';

type CompanySort = components['schemas']['CompaniesView']['sort'];

/** Matching companies, paged. */
export const companiesQuery = ({ q, industries = [], tag }: components['schemas']['CompanyFilter'], sort: CompanySort) =>
  pages('main', '/api/get_companies', {
    q: q || undefined,
    industry: industries.length > 0 ? industries : undefined,
    // By name if it is not named.
    ...(sort !== 'name' && { sort }),
    ...(tag && { tag }),
  });

/** Matching companies by name, the first ones. */
export const matchingCompaniesQuery = (words: string) =>
  queryOptions({ ...get('main', '/api/get_companies', { q: words || undefined, limit: 10 }), select: (answer) => answer.companies });

/** One company. */
export const companyQuery = (companyId: string) =>
  queryOptions({ ...get('main', '/api/get_companies', { company_id: companyId }), select: (answer) => answer.companies.at(0) });

/** What companies can be filtered by. */
export const companyFiltersQuery = queryOptions(get('main', '/api/get_company_filters'));
