import type { components } from '../../api/generated/main-api';

/** What the list of companies shows: filter and order. */
export type CompaniesView = components['schemas']['CompaniesView'];

/** The list without a saved view. */
export const plainCompanies: CompaniesView = { filter: { industries: [] }, sort: 'name' };
