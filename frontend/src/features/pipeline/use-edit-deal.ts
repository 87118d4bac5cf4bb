import { batchesFor, useChangeDeals, type DealKey } from './api';
import { tagChange } from './tag-change';

type Field = 'tags' | 'next_step';

/** Saves the tags or the next step of a deal as typed, with 'Undo'; returns why they could not be saved. `name` is what was edited. */
export function useEditDeal() {
  const { change } = useChangeDeals();
  return async (deal: DealKey, field: Field, before: string, text: string, name: string): Promise<string | undefined> => {
    const what = field === 'tags' ? tagChange(before, text) : { next_step: text || null };
    if (Object.keys(what).length === 0) return undefined;
    let refusal = 'It was not saved.';
    const isDone = await change(batchesFor([deal], what), `${name} saved`, ([first]) => (refusal = first?.sentence ?? refusal));
    return isDone ? undefined : refusal;
  };
}
