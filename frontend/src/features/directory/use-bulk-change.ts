import { useMutation } from '@tanstack/react-query';
import { ApiProblem, sentenceOf } from '../../api/client';
import { grouped } from '../../lib/format';
import { useConfirm, useNotice } from '../../ui/dialogs';

/** Most records of one change. */
const most = 50_000;

/** Why so many selected records cannot be changed, if they cannot. The number of a filter may be unknown: then the server counts first. */
export const tooManyWords = (count: number | null, many: string): string | undefined =>
  count !== null && count > most ? `At most ${grouped(most)} ${many} can be changed at once. Narrow the list.` : undefined;

/** What the changes of one kind of record have of their own. */
interface BulkChange<Target, Change> {
  readonly one: string;
  readonly many: string;
  /** Code of the refusal when another number of records matches than the user saw. */
  readonly listChanged: string;
  readonly send: (target: Target, change: Change) => Promise<{ readonly command_id: string | null; readonly changed: number }>;
  readonly undo: (commandId: string) => Promise<{ readonly left: readonly { readonly sentence: string }[] }>;
  /** Reads again what may have changed. */
  readonly refresh: () => Promise<unknown>;
}

/** The records with these ids, or all that match, with their number as the user saw it. */
type Target = object & { readonly seen?: number | null };

/** Changes many records, with 'Undo'; asks again when other records match than the user saw. */
export function useBulkChange<T extends Target, C extends { readonly kind: string }>(bulk: BulkChange<T, C>) {
  const confirm = useConfirm();
  const notice = useNotice();
  const word = (count: number): string => (count === 1 ? `1 ${bulk.one}` : `${grouped(count)} ${bulk.many}`);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ target, change }: { readonly target: T; readonly change: C }) => bulk.send(target, change),
    onSettled: bulk.refresh,
  });
  const undo = useMutation({ mutationFn: bulk.undo, onSettled: bulk.refresh });

  /** The number of records that match now, if a change was refused because it is another one. */
  function countNow(reason: unknown): number | undefined {
    if (!(reason instanceof ApiProblem) || reason.code !== bulk.listChanged) return undefined;
    const { count } = reason.body as { readonly count?: unknown };
    return typeof count === 'number' ? count : undefined;
  }

  async function restore(commandId: string): Promise<void> {
    const { left } = await undo.mutateAsync(commandId);
    const [first] = left;
    if (first) notice.alert(`${word(left.length)} stayed as they are. ${first.sentence}`);
  }

  /** `done` is the notice's text, followed by the number. Returns whether it was done. */
  async function change(target: T, what: C, done: string): Promise<boolean> {
    try {
      const answer = await mutateAsync({ target, change: what });
      const commandId = answer.command_id;
      if (commandId) notice.undo(`${done}: ${word(answer.changed)}.`, () => restore(commandId));
      else notice.success('Nothing had to be changed.');
      return true;
    } catch (reason) {
      const count = countNow(reason);
      if (count !== undefined && count > 0 && 'seen' in target) {
        const sentence = `${sentenceOf(reason, '')} Change ${word(count)}?`;
        const sure = await confirm({ sentence, confirm: 'Change', destructive: what.kind === 'remove' });
        return sure && change({ ...target, seen: count }, what, done);
      }
      notice.alert(sentenceOf(reason, `The ${bulk.many} could not be changed. Please try again.`));
      return false;
    }
  }
  return { change, isPending };
}
