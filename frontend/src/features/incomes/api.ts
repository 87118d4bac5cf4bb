/** API of incomes. */
import { useMutation } from '@tanstack/react-query';
import { propertyApi, unwrap } from '../../api/client';
import type { components } from '../../api/generated/property-api';
import { get } from '../../api/queries/query';
import { useStale } from '../../api/use-stale';

type Schemas = components['schemas'];
export type Incomes = Schemas['Incomes'];
export type Income = Schemas['IncomeWithRate'];
export type IncomeFields = Schemas['IncomeFields'];
export type IncomeKind = Schemas['IncomeKind'];

/** The incomes of a property, with cap rates at a price: its offer value when there is none. */
export const incomesQuery = (propertyId: string, price?: number) =>
  get('property', '/incomes', price === undefined ? { property_id: propertyId } : { property_id: propertyId, price });

const useStaleIncomes = () => useStale(['property', '/incomes']);

/** Adds an income, or replaces the figures of one, against the version that is shown. */
export function useSaveIncome(propertyId: string, before?: Income) {
  const stale = useStaleIncomes();
  return useMutation({
    mutationFn: (income: IncomeFields) =>
      before
        ? unwrap(
            propertyApi.PUT('/incomes/{income_id}', {
              params: { path: { income_id: before.income_id } },
              body: { income, version: before.version },
            }),
          )
        : unwrap(propertyApi.POST('/incomes', { body: { property_id: propertyId, income } })),
    onSuccess: stale,
  });
}

/** Deletes an income, or restores it. */
export function useDeleteIncome() {
  const stale = useStaleIncomes();
  return useMutation({
    mutationFn: async ({ incomeId, restore = false }: { incomeId: string; restore?: boolean }): Promise<void> => {
      const params = { path: { income_id: incomeId } };
      if (restore) await unwrap(propertyApi.POST('/incomes/{income_id}/restore', { params }));
      else await unwrap(propertyApi.DELETE('/incomes/{income_id}', { params }));
    },
    onSettled: stale,
  });
}
