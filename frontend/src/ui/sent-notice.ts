import { useNotice } from './dialogs';

/** What was sent at once, and for how long it can be taken back. */
interface Sending {
  readonly sending_id: string;
  readonly undo_seconds: number;
}

type Tell = (sentence: string, sending: Sending | null | undefined, restore?: () => void) => void;

/** Says that something was sent, with 'Undo' while it is held; `restore` brings its text back to the form. */
export function useSentNotice(undo: (sendingId: string) => Promise<unknown>): Tell {
  const notice = useNotice();
  return (sentence, sending, restore) => {
    if (!sending) {
      notice.success(sentence);
      return;
    }
    const takeBack = async (): Promise<void> => {
      await undo(sending.sending_id);
      restore?.();
      notice.success('Undone. Nothing was sent.');
    };
    notice.undo(sentence, takeBack, sending.undo_seconds * 1000);
  };
}
