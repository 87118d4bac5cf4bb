import { Button } from '@mantine/core';
import { useRef } from 'react';
import { sentenceOf } from '../../../api/client';
import { useNotice } from '../../../ui/dialogs';
import { useFocusAround } from '../../../ui/focus-back';
import { useDiscard, type DiscardReason } from '../selection/api';

interface Props {
  readonly projectId: string;
  readonly llUuid: string;
  /** The discard as it is, if its fact changed: it can be kept by the facts of today. */
  readonly due: { readonly reason: DiscardReason; readonly note: string | null } | undefined;
}

/** Ends a discard; one that is due for review can also be kept. */
export function DiscardButtons({ projectId, llUuid, due }: Props) {
  const { discard, undo } = useDiscard(projectId);
  const notice = useNotice();
  const last = useRef<HTMLButtonElement>(null);
  useFocusAround(last);

  async function undoDiscard(): Promise<void> {
    try {
      await undo.mutateAsync([llUuid]);
    } catch {
      notice.alert('The discard could not be undone. Please try again.');
    }
  }

  async function keep(reason: DiscardReason, note: string): Promise<void> {
    try {
      await discard.mutateAsync({ ll_uuids: [llUuid], reason, note });
    } catch (failure) {
      notice.alert(sentenceOf(failure, 'The parcel could not be discarded. Please try again.'));
    }
  }

  const busy = undo.isPending || discard.isPending;
  return (
    <>
      {due && (
        <Button
          size="compact-sm"
          variant="default"
          loading={discard.isPending}
          disabled={busy}
          style={{ flexShrink: 0 }}
          onClick={() => void keep(due.reason, due.note ?? '')}
        >
          Keep Discarded
        </Button>
      )}
      <Button
        ref={last}
        size="compact-sm"
        variant="default"
        loading={undo.isPending}
        disabled={busy}
        style={{ flexShrink: 0 }}
        onClick={() => void undoDiscard()}
      >
        Undo Discard
      </Button>
    </>
  );
}
