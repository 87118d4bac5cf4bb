import { useMutation, useQueryClient } from '@tanstack/react-query';
import { propertyApi, sentenceOf, unwrap } from '../../api/client';
import type { components } from '../../api/generated/property-api';
import { allOf, type Endpoint } from '../../api/queries/query';
import { useNotice } from '../../ui/dialogs';

type Schemas = components['schemas'];
export type Deal = Schemas['Deal'];
export type DealStage = Schemas['DealStage'];
export type DealRefusal = Schemas['DealRefusal'];
type DealChange = Schemas['UpdateDealsRequest'];

export type Change = Omit<DealChange, 'project_id' | 'property_ids'>;

const dealsWord = (count: number): string => (count === 1 ? '1 property' : `${count.toLocaleString('en-US')} properties`);

const changedByDeals: readonly Endpoint[] = [
  ['property', '/deals'],
  ['property', '/deals/history'],
  ['property', '/deals/by_stage'],
];

/** Changes deals of a project, tells what became of it, and offers to undo it. Returns whether anything was changed. */
export function useChangeDeals(projectId: string) {
  const cache = useQueryClient();
  const notice = useNotice();
  const changed = () => Promise.all(changedByDeals.map((endpoint) => cache.invalidateQueries(allOf(endpoint))));
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

  function tell(refused: readonly DealRefusal[]): void {
    notice.alert(`${dealsWord(refused.length)} not changed. ${refused[0]?.sentence ?? ''}`);
  }

  async function change(propertyIds: readonly string[], what: Change, done: string, onRefused = tell): Promise<boolean> {
    try {
      const answer = await update.mutateAsync({ project_id: projectId, property_ids: [...propertyIds], ...what });
      const { command_id, refused } = answer;
      if (refused.length > 0) onRefused(refused);
      if (command_id) notice.undo(`${done}: ${dealsWord(answer.changed.length)}.`, () => restore(command_id));
      return answer.changed.length > 0;
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The deals could not be changed. Please try again.'));
      return false;
    }
  }
  return { change, isPending: update.isPending, pending: update.isPending ? update.variables : undefined };
}
