import { sentenceOf } from '../../api/client';
import { useNotice } from '../../ui/dialogs';
import { useChangeProjects, type ProjectChange, type ProjectLabels } from './api';

/** What is changed of each project; without tags and person their present ones stay. */
type Change = Omit<ProjectChange, 'project_id' | 'expected'>;

/** Changes projects, with 'Undo' of those that nobody changed since. */
export function useSetLabels(ids: readonly string[]) {
  const notice = useNotice();
  const { mutateAsync, isPending } = useChangeProjects();

  /** `back` is the change that sets a project back; `done` says what was done to '3 projects'. */
  async function set(change: Change, back: (before: ProjectLabels) => Change, done: (of: string) => string): Promise<void> {
    try {
      const { changed, left } = await mutateAsync(ids.map((project_id) => ({ ...change, project_id })));
      const of = changed.length === 1 ? '1 project' : `${changed.length} projects`;
      const lost = left.length === 0 ? '' : ` Deleted meanwhile: ${left.length}.`;
      notice.undo(`${done(of)}.${lost}`, async () => {
        const undone = changed.map(({ project_id, before, after }) => ({ ...back(before), project_id, expected: after }));
        const kept = (await mutateAsync(undone)).left.length;
        if (kept > 0) notice.alert(`Changed by others meanwhile, and left as it is: ${kept} of ${undone.length}.`);
      });
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The projects could not be changed.'));
    }
  }
  return { set, isPending };
}
