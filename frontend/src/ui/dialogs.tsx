import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { createContext, useContext, useMemo, type ReactNode } from 'react';
import { endUndo, offerUndo } from './undo-key';

/** A question with two actions. */
export interface Question {
  readonly sentence: string;
  /** Label of the confirming action. */
  readonly confirm: string;
  /** Label of the cancelling action. */
  readonly cancel?: string;
  /** Whether confirming destroys data. */
  readonly destructive?: boolean;
}

export type Ask = (question: Question) => Promise<boolean>;

/** Provided by dialog-provider.tsx; pages without session do not load its dialog. */
export const AskContext = createContext<Ask | undefined>(undefined);

/** Asks a question and returns whether the user confirmed. */
export function useConfirm(): Ask {
  const ask = useContext(AskContext);
  if (!ask) throw new Error('useConfirm needs a DialogProvider above it');
  return ask;
}

/** The specification's alerts: notices in the page, announced to screen readers. */
export interface Notices {
  readonly alert: (sentence: string) => void;
  readonly success: (sentence: string) => void;
  /** Reports a change with an 'Undo' button: for half a minute, or as many milliseconds as given. */
  readonly undo: (sentence: string, restore: () => Promise<unknown>, shownFor?: number) => void;
}

/** How long a change can be undone, in milliseconds. */
const undoFor = 30_000;

/** The same of parcels added, discarded or removed. The services undo these for a minute; the request takes some seconds of it. */
export const undoParcelsFor = 55_000;

export function useNotice(): Notices {
  return useMemo(
    () => ({
      alert: (sentence) => void show(sentence, 'red', 10_000),
      success: (sentence) => void show(sentence, 'green', 6_000),
      undo: showUndo,
    }),
    [],
  );
}

function show(message: ReactNode, color: string, autoClose: number, onClose?: (id: string | undefined) => void): string {
  return notifications.show({
    ...(onClose && { onClose: ({ id }) => onClose(id) }),
    message,
    color,
    autoClose,
    role: 'alert',
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Close' },
  });
}

function showUndo(sentence: string, restore: () => Promise<unknown>, shownFor = undoFor): void {
  async function undo(): Promise<void> {
    notifications.hide(id);
    endUndo(id);
    try {
      await restore();
    } catch (reason) {
      show(`This could not be undone. ${reason instanceof Error ? reason.message : ''}`.trim(), 'red', 10_000);
    }
  }
  const message = (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <span style={{ overflowWrap: 'anywhere' }}>{sentence}</span>
      <Button
        size="compact-sm"
        variant="default"
        aria-keyshortcuts="Control+Z Meta+Z"
        title="Ctrl+Z"
        onClick={() => void undo()}
        style={{ flexShrink: 0 }}
      >
        Undo
      </Button>
    </Group>
  );
  const id = show(message, 'gray', shownFor, (closed) => closed !== undefined && endUndo(closed));
  offerUndo(id, () => void undo());
}
