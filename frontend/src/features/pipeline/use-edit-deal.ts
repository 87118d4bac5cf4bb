import { tagsIn } from '../../ui/tag-line';
import { batchesFor, useChangeDeals, type Change, type DealKey } from './api';

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

/** The tags that are added and removed; nothing if they are the same. */
export function tagChange(before: string, after: string): Change {
  const [had, has] = [tagsIn(before), tagsIn(after)];
  const remove_tags = had.filter((tag) => !has.includes(tag));
  const add_tags = has.filter((tag) => !had.includes(tag));
  return { ...(remove_tags.length > 0 && { remove_tags }), ...(add_tags.length > 0 && { add_tags }) };
}
