import { useQueryClient } from '@tanstack/react-query';
import { mainApi, unwrap } from '../../api/client';
import type { components } from '../../api/generated/main-api';
import { allOf } from '../../api/queries/query';
import { useBulkChange } from './use-bulk-change';

type CompaniesChange = components['schemas']['CompaniesChange'];
type CompanyFilter = components['schemas']['CompanyFilter'];

/** Which companies: the selected ones, or all that match, with their number as the user saw it. */
export type CompaniesTarget = { readonly company_ids: string[] } | { readonly filter: CompanyFilter; readonly seen: number | null };

/** Changes many companies, with 'Undo'. */
export function useChangeCompanies() {
  const cache = useQueryClient();
  return useBulkChange<CompaniesTarget, CompaniesChange>({
    one: 'company',
    many: 'companies',
    listChanged: 'company.list_changed',
    send: (target, change) => unwrap(mainApi.POST('/api/change_companies', { body: { ...target, change } })),
    undo: (command_id) => unwrap(mainApi.POST('/api/undo_change_companies', { body: { command_id } })),
    refresh: () =>
      Promise.all([
        cache.invalidateQueries(allOf(['main', '/api/get_companies'])),
        cache.invalidateQueries(allOf(['main', '/api/get_company_filters'])),
      ]),
  });
}
