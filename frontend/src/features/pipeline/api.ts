import { useMutation, useQueryClient } from '@tanstack/react-query';
import { propertyApi, sentenceOf, unwrap } from '../../api/client';
import type { components } from '../../api/generated/property-api';
import { allOf } from '../../api/queries/query';
import { useNotice } from '../../ui/dialogs';

type Schemas = components['schemas'];
export type Deal = Schemas['Deal'];
export type DealStage = Schemas['DealStage'];
type DealChange = Schemas['UpdateDealsRequest'];

export type Change = Omit<DealChange, 'project_id' | 'property_ids'>;

const dealsWord = (count: number): string => (count === 1 ? '1 property' : `${count.toLocaleString('en-US')} properties`);

/** Changes deals of a project, tells what became of it, and offers to undo it. Returns whether anything was changed. */
export function useChangeDeals(projectId: string) {
  const cache = useQueryClient();
  const notice = useNotice();
  const changed = () => cache.invalidateQueries(allOf(['property', '/deals']));
  const update = useMutation({
    mutationFn: (body: DealChange) => unwrap(propertyApi.POST('/deals/update', { body })),
    onSettled: changed,
  });
  const undo = useMutation({
    mutationFn: (command_id: string) => unwrap(propertyApi.POST('/deals/undo', { body: { command_id } })),
    onSettled: changed,
  });

  async function restore(commandId: string): Promise<void> {
    const { left } = await undo.mutateAsync(commandId);
    const [first] = left;
    if (first) notice.alert(`${dealsWord(left.length)} stayed as they are. ${first.sentence}`);
  }

  async function change(propertyIds: readonly string[], what: Change, done: string): Promise<boolean> {
    try {
      const answer = await update.mutateAsync({ project_id: projectId, property_ids: [...propertyIds], ...what });
      const { command_id, refused } = answer;
      const [first] = refused;
      if (first) notice.alert(`${dealsWord(refused.length)} not changed. ${first.sentence}`);
      if (command_id) notice.undo(`${done}: ${dealsWord(answer.changed.length)}.`, () => restore(command_id));
      return answer.changed.length > 0;
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The deals could not be changed. Please try again.'));
      return false;
    }
  }
  return { change, isPending: update.isPending };
}
