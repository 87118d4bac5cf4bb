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

export type Change = Partial<Omit<DealChange, 'project_id' | 'property_ids'>>;

/** A change of some deals of a project. */
export interface Batch {
  readonly projectId: string;
  readonly propertyIds: readonly string[];
  readonly what: Change;
}

const dealsWord = (count: number): string => (count === 1 ? '1 property' : `${count.toLocaleString('en-US')} properties`);

const changedByDeals: readonly Endpoint[] = [
  ['property', '/deals'],
  ['property', '/deals/history'],
  ['property', '/deals/by_stage'],
  ['property', '/deals/tags'],
  ['property', '/property_details'],
];

/** Identifies a deal. */
export type DealKey = Pick<Deal, 'project_id' | 'property_id'>;

/** In lists of all projects: a property has a deal in each of its projects. */
export const keyOfDeal = ({ project_id, property_id }: DealKey): string => `${project_id} ${property_id}`;

/** Most deals of one request. */
const mostDeals = 5_000;

/** The same change for deals of any projects. */
export function batchesFor(deals: readonly DealKey[], what: Change): readonly Batch[] {
  const byProject = new Map<string, string[]>();
  for (const { project_id, property_id } of deals) {
    const ids = byProject.get(project_id);
    if (ids) ids.push(property_id);
    else byProject.set(project_id, [property_id]);
  }
  return [...byProject].flatMap(([projectId, ids]) =>
    Array.from({ length: Math.ceil(ids.length / mostDeals) }, (_, part) => ({
      projectId,
      propertyIds: ids.slice(part * mostDeals, (part + 1) * mostDeals),
      what,
    })),
  );
}

/** Changes deals, tells what became of it, and offers to undo it. Returns whether anything was changed. */
export function useChangeDeals() {
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

  async function restore(commandIds: readonly string[]): Promise<void> {
    const left = [];
    for (const commandId of commandIds) left.push(...(await undo.mutateAsync(commandId)).left);
    const [first] = left;
    if (first) notice.alert(`${dealsWord(left.length)} stayed as they are. ${first.sentence}`);
  }

  function tell(refused: readonly DealRefusal[]): void {
    notice.alert(`${dealsWord(refused.length)} not changed. ${refused[0]?.sentence ?? ''}`);
  }

  /** Changes sets of deals; the notice and its 'Undo' are for all of them. */
  async function change(batches: readonly Batch[], done: string, onRefused: (refused: readonly DealRefusal[]) => void = tell) {
    const changed: string[] = [];
    const refused: DealRefusal[] = [];
    const commands: string[] = [];
    try {
      for (const { projectId, propertyIds, what } of batches) {
        const answer = await update.mutateAsync({ project_id: projectId, property_ids: [...propertyIds], ...what });
        changed.push(...answer.changed);
        refused.push(...answer.refused);
        if (answer.command_id) commands.push(answer.command_id);
      }
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The deals could not be changed. Please try again.'));
    }
    if (refused.length > 0) onRefused(refused);
    if (commands.length > 0) notice.undo(`${done}: ${dealsWord(changed.length)}.`, () => restore(commands));
    return changed.length > 0;
  }

  return { change, isPending: update.isPending, pending: update.isPending ? update.variables : undefined };
}
