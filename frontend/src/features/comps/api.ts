/** API of comparable sales. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { propertyApi, unwrap } from '../../api/client';
import type { components } from '../../api/generated/property-api';
import { get } from '../../api/queries/query';
import { useStale } from '../../api/use-stale';

type Schemas = components['schemas'];
export type Comp = Schemas['Comp'];
export type CompFields = Schemas['CompFields'];
export type CompSet = Schemas['CompSet'];
export type CompSetItem = Schemas['CompSetItem'];
export type CompStatistics = Schemas['CompStatistics'];
export type AreaUnit = Schemas['CompAreaUnit'];
export type Adjustment = Schemas['CompAdjustmentInput'];
export type AdjustmentKind = Schemas['AdjustmentKind'];
export type Measure = Schemas['CompMeasure'];
export type CompsImported = Schemas['CompsImported'];
export type ItemInput = Schemas['CompSetItemInput'];

/** The comparable sales of a property. */
export const compSetQuery = (propertyId: string) => get('property', '/comp_set', { property_id: propertyId });

/** The firm's latest sales that match. */
export const compsQuery = (q: string) => get('property', '/comps', { q, limit: 20 });

/** The items of a set as they are, to be sent back with a change. */
export const inputsOf = ({ items }: CompSet): ItemInput[] =>
  items.map(({ comp, adjustments, excluded_reason }) => ({
    comp_id: comp.comp_id,
    adjustments: adjustments.map(({ kind, unit, amount, reason }) => ({ kind, unit, amount, reason })),
    excluded_reason,
  }));

/** Replaces items or unit of a set, against the version that is shown. */
export function useChangeSet({ property_id, version, unit, ...set }: CompSet) {
  const stale = useStale(['property', '/comp_set'], ['property', '/offers']);
  return useMutation({
    mutationFn: (change: { items?: ItemInput[]; unit?: AreaUnit }) =>
      unwrap(
        propertyApi.PUT('/comp_set', {
          body: { property_id, version, unit, items: inputsOf({ property_id, version, unit, ...set }), ...change },
        }),
      ),
    onSettled: stale,
  });
}

/** Puts back a sale that was taken out of a set, with its adjustments; other changes since then stay. */
export function useRestoreItem(propertyId: string) {
  const cache = useQueryClient();
  const stale = useStale(['property', '/comp_set'], ['property', '/offers']);
  return async (item: ItemInput, place: number): Promise<void> => {
    const { version, unit, ...set } = await cache.query({ ...compSetQuery(propertyId), staleTime: 0 });
    const items = inputsOf({ version, unit, ...set });
    if (items.some(({ comp_id }) => comp_id === item.comp_id)) return;
    items.splice(place, 0, item);
    await unwrap(propertyApi.PUT('/comp_set', { body: { property_id: propertyId, version, unit, items } }));
    await stale();
  };
}

/** Adds a sale, or replaces what is known of one, against the version that is shown. */
export function useSaveComp(comp?: Comp) {
  const stale = useStale(['property', '/comps'], ['property', '/comp_set'], ['property', '/offers']);
  return useMutation({
    mutationFn: (sale: CompFields) =>
      comp
        ? unwrap(
            propertyApi.PUT('/comps/{comp_id}', { params: { path: { comp_id: comp.comp_id } }, body: { sale, version: comp.version } }),
          )
        : unwrap(propertyApi.POST('/comps', { body: sale })),
    onSuccess: stale,
  });
}

/** Deletes a sale of the firm, or restores it. */
export function useDeleteComp() {
  const stale = useStale(['property', '/comps'], ['property', '/comp_set'], ['property', '/offers']);
  return useMutation({
    mutationFn: async ({ compId, restore = false }: { compId: string; restore?: boolean }): Promise<void> => {
      const params = { path: { comp_id: compId } };
      if (restore) await unwrap(propertyApi.POST('/comps/{comp_id}/restore', { params }));
      else await unwrap(propertyApi.DELETE('/comps/{comp_id}', { params }));
    },
    onSettled: stale,
  });
}

/** Adds the sales of a CSV file to the firm's. */
export function useImportComps() {
  const stale = useStale(['property', '/comps']);
  return useMutation({
    mutationFn: (body: Schemas['ImportCompsRequest']) => unwrap(propertyApi.POST('/comps/import', { body })),
    onSuccess: stale,
  });
}

/** Makes the offer from the set that is shown. */
export function useOfferFromComps({ property_id, version }: CompSet) {
  const stale = useStale(['property', '/comp_set'], ['property', '/offers'], ['property', '/specific_property']);
  return useMutation({
    mutationFn: (of: { measure: Measure; percent: number; area: number; step: number }) =>
      unwrap(propertyApi.POST('/comp_set/use', { body: { property_id, version, ...of } })),
    onSettled: stale,
  });
}
