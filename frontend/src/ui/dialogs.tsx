import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { createContext, useContext, useMemo, type ReactNode } from 'react';

/** A question with two verbs. */
export interface Question {
  readonly sentence: string;
  /** The verb that goes on. */
  readonly confirm: string;
  /** The verb that stays. */
  readonly cancel?: string;
  /** Whether going on destroys something. */
  readonly destructive?: boolean;
}

export type Ask = (question: Question) => Promise<boolean>;

/** Shown by the provider in dialog-provider.tsx: the open pages ask nothing and do without its dialog. */
export const AskContext = createContext<Ask | undefined>(undefined);

/** Asks a question and answers whether the person went on. */
export function useConfirm(): Ask {
  const ask = useContext(AskContext);
  if (!ask) throw new Error('useConfirm needs a DialogProvider above it');
  return ask;
}

/** What the specification calls an alert: a notice in the page, announced to screen readers. */
export interface Notices {
  readonly alert: (sentence: string) => void;
  readonly success: (sentence: string) => void;
  /** Says what was removed, and for half a minute brings it back on 'Undo'. */
  readonly undo: (sentence: string, restore: () => Promise<unknown>) => void;
}

/** How long a removal can be undone, in milliseconds. */
const undoFor = 30_000;

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

function show(message: ReactNode, color: string, autoClose: number): string {
  return notifications.show({ message, color, autoClose, role: 'alert', withBorder: true, closeButtonProps: { 'aria-label': 'Close' } });
}

function showUndo(sentence: string, restore: () => Promise<unknown>): void {
  async function undo(): Promise<void> {
    notifications.hide(id);
    try {
      await restore();
    } catch (reason) {
      show(`This could not be undone. ${reason instanceof Error ? reason.message : ''}`.trim(), 'red', 10_000);
    }
  }
  const message = (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <span style={{ overflowWrap: 'anywhere' }}>{sentence}</span>
      <Button size="compact-sm" variant="default" onClick={() => void undo()} style={{ flexShrink: 0 }}>
        Undo
      </Button>
    </Group>
  );
  const id = show(message, 'gray', undoFor);
}
