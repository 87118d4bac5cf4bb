import { useMutation, useQueryClient } from '@tanstack/react-query';
import { propertyApi, sentenceOf, unwrap } from '../../api/client';
import type { PropertyRef } from '../../api/queries/properties';
import { setRows } from '../../api/set-rows';
import { useNotice } from '../../ui/dialogs';
import { amountOf, wholeOf } from './amount';
import { allProperties, saveValue, type Property, type PropertyRow, type ValueField } from './api';

/** A field that is edited in the list, by its endpoint's name. */
export type CellField = ValueField | 'property_name' | 'square_feet';

interface Saved {
  readonly property: Property;
  /** For undoing it; null if nothing was changed. */
  readonly edit_id: string | null;
}

/** Saves a field as typed in the list, with 'Undo'; returns why it could not be saved. `name` is what was edited. */
export function useEditCell(projectId: string) {
  const cache = useQueryClient();
  const notice = useNotice();
  const { mutateAsync } = useMutation({
    mutationFn: (save: () => Promise<Saved>) => save(),
    onSuccess: ({ property }) => {
      const { property_id, property_name, square_feet, total_value, appraised_value } = property;
      const saved = { property_name, square_feet, total_value, appraised_value };
      setRows<PropertyRow>(cache, ['property', '/property_details'], 'properties', (row) =>
        row.property_id === property_id ? { ...row, ...saved } : row,
      );
      return cache.invalidateQueries(allProperties(projectId));
    },
  });
  const undo = useMutation({
    mutationFn: (edit_id: string) => unwrap(propertyApi.POST('/undo_value_edit', { body: { edit_id } })),
    onSettled: () => cache.invalidateQueries(allProperties(projectId)),
  });
  return async (row: PropertyRow, field: CellField, text: string, name: string): Promise<string | undefined> => {
    const save = saveOf({ parcelNumber: row.parcel_number, projectId }, field, text);
    if (typeof save === 'string') return save;
    try {
      const { edit_id } = await mutateAsync(save);
      if (edit_id !== null) notice.undo(`${name} saved.`, () => undo.mutateAsync(edit_id));
      return undefined;
    } catch (reason) {
      return sentenceOf(reason, 'The value could not be saved.');
    }
  };
}

/** The request that saves a text, or why the text cannot be saved. */
function saveOf(key: PropertyRef, field: CellField, text: string): string | (() => Promise<Saved>) {
  const common = { parcel_number: key.parcelNumber, project_id: key.projectId ?? undefined };
  if (field === 'property_name') {
    return () => unwrap(propertyApi.POST('/update_property_name', { body: { ...common, property_name: text || null } }));
  }
  if (field === 'square_feet') {
    const square_feet = wholeOf(text);
    if (square_feet === undefined) return 'Enter a whole number of square feet.';
    return () => unwrap(propertyApi.POST('/update_square_feet', { body: { ...common, square_feet } }));
  }
  const value = amountOf(text);
  return value === undefined ? 'Enter an amount in dollars.' : () => saveValue(key, field, value);
}
