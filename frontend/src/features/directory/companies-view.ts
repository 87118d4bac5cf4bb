import type { components } from '../../api/generated/main-api';
import { counted, date, grouped } from '../../lib/format';
import type { Company } from './api';

/** What the list of companies shows: filter, order and further fields. */
export type CompaniesView = components['schemas']['CompaniesView'];
export type CompanyColumn = CompaniesView['columns'][number];

/** The list without a saved view. */
export const plainCompanies: CompaniesView = { filter: { industries: [] }, sort: 'name', columns: [] };

/** Fields that can be added to the cards. */
export const moreFields: Readonly<Record<CompanyColumn, string>> = {
  assigned_to: 'Assigned To',
  contacts: 'Contacts',
  created_at: 'Added',
  updated_at: 'Changed',
};

/** What a further field shows of a company; nothing without a value. */
export function shownIn(column: CompanyColumn, company: Company): string | null {
  switch (column) {
    case 'assigned_to':
      return company.assigned_to_name;
    case 'contacts':
      return grouped(company.contacts);
    default:
      return date(company[column]);
  }
}

/** Figures of companies: what is not known is said. */
export function totalsWords({ employees, without_employees }: Totals): string {
  const without = without_employees > 0 ? `${grouped(without_employees)} without a number of employees` : '';
  if (employees === null) return without;
  const sum = counted(employees, 'employee');
  return without ? `${sum} (${without})` : sum;
}

type Totals = Omit<components['schemas']['CompanyTotals'], 'count'>;

/** The same of chosen companies. */
export function totalsOf(companies: readonly Company[]): Totals {
  const known = companies.flatMap(({ number_of_employees }) => number_of_employees ?? []);
  return {
    employees: known.length > 0 ? known.reduce((sum, each) => sum + each, 0) : null,
    without_employees: companies.length - known.length,
  };
}
