import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiProblem, mainApi, sentenceOf, unwrap } from '../../api/client';
import type { components } from '../../api/generated/main-api';
import { allOf } from '../../api/queries/query';
import { grouped } from '../../lib/format';
import { useConfirm, useNotice } from '../../ui/dialogs';

export type ContactsChange = components['schemas']['ContactsChange'];
type ContactFilter = components['schemas']['ContactFilter'];

/** Which contacts: the selected ones, or all that match, with their number as the user saw it. */
export type ContactsTarget = { readonly contact_ids: readonly string[] } | { readonly filter: ContactFilter; readonly seen: number | null };

const contactsWord = (count: number): string => (count === 1 ? '1 contact' : `${grouped(count)} contacts`);

/** The number of contacts that match now, if a change was refused because it is another one. */
function countNow(reason: unknown): number | undefined {
  if (!(reason instanceof ApiProblem) || reason.code !== 'contact.list_changed') return undefined;
  const { count } = reason.body as { readonly count?: unknown };
  return typeof count === 'number' ? count : undefined;
}

/** Changes many contacts, with 'Undo'. */
export function useChangeContacts() {
  const cache = useQueryClient();
  const confirm = useConfirm();
  const notice = useNotice();
  const changed = () =>
    Promise.all([
      cache.invalidateQueries(allOf(['main', '/api/get_all_contacts'])),
      cache.invalidateQueries(allOf(['main', '/api/get_contact_filters'])),
    ]);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ target, change }: { readonly target: ContactsTarget; readonly change: ContactsChange }) => {
      const which = 'filter' in target ? { filter: target.filter, seen: target.seen } : { contact_ids: [...target.contact_ids] };
      return unwrap(mainApi.POST('/api/change_contacts', { body: { ...which, change } }));
    },
    onSettled: changed,
  });
  const undo = useMutation({
    mutationFn: (command_id: string) => unwrap(mainApi.POST('/api/undo_change_contacts', { body: { command_id } })),
    onSettled: changed,
  });

  async function restore(commandId: string): Promise<void> {
    const { left } = await undo.mutateAsync(commandId);
    const [first] = left;
    if (first) notice.alert(`${contactsWord(left.length)} stayed as they are. ${first.sentence}`);
  }

  /** `done` is the notice's text, followed by the number. Returns whether it was done. */
  async function change(target: ContactsTarget, what: ContactsChange, done: string): Promise<boolean> {
    try {
      const answer = await mutateAsync({ target, change: what });
      const commandId = answer.command_id;
      if (commandId) notice.undo(`${done}: ${contactsWord(answer.changed)}.`, () => restore(commandId));
      else notice.success('Nothing had to be changed.');
      return true;
    } catch (reason) {
      const count = countNow(reason);
      if (count !== undefined && count > 0 && 'filter' in target) {
        const sentence = `${sentenceOf(reason, '')} Change ${contactsWord(count)}?`;
        const sure = await confirm({ sentence, confirm: 'Change', destructive: what.kind === 'remove' });
        return sure && change({ ...target, seen: count }, what, done);
      }
      notice.alert(sentenceOf(reason, 'The contacts could not be changed. Please try again.'));
      return false;
    }
  }
  return { change, isPending };
}
