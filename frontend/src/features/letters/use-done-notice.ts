import { useNotice } from '../../ui/dialogs';
import { useUndoLetters, type LetterSummary } from './api';
import { leftWords, restoredWords } from './words';

type Tell = (done: string, commandId: string | null, letters: readonly LetterSummary[]) => void;

/** Says what was done to letters, with 'Undo'; it names the letters that it leaves as they are. */
export function useDoneNotice(): Tell {
  const notice = useNotice();
  const { mutateAsync } = useUndoLetters();
  return (done, commandId, letters) => {
    if (commandId === null) return;
    notice.undo(done, async () => {
      const { undone, left, links_closed } = await mutateAsync(commandId);
      if (links_closed > 0) notice.success(restoredWords(undone.length, links_closed));
      if (left.length > 0) notice.alert(leftWords(left, letters));
    });
  };
}
