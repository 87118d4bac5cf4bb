import { useNotice } from './dialogs';

/** What was sent at once, and for how long it can be taken back. */
interface Sending {
  readonly sending_id: string;
  readonly undo_seconds: number;
}

type Tell = (sentence: string, sending: Sending | null | undefined, restore: () => boolean) => void;

/** Says that something was sent, with 'Undo' while it is held; `restore` brings its text back, and tells whether its form is shown. */
export function useSentNotice(undo: (sendingId: string) => Promise<unknown>): Tell {
  const notice = useNotice();
  return (sentence, sending, restore) => {
    if (!sending) {
      notice.success(sentence);
      return;
    }
    const takeBack = async (): Promise<void> => {
      await undo(sending.sending_id);
      const isShown = restore();
      notice.success(isShown ? 'Undone. Nothing was sent.' : 'Undone. Nothing was sent. The message is kept where it was written.');
    };
    notice.undo(sentence, takeBack, sending.undo_seconds * 1000);
  };
}
