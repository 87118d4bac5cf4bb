import { Button, Group, Modal, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { createContext, useCallback, useContext, useMemo, useRef, useState, type ReactNode } from 'react';

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

type Ask = (question: Question) => Promise<boolean>;

const AskContext = createContext<Ask | undefined>(undefined);

/** Shows the questions that {@link useConfirm} asks, one at a time, as modal dialogs. */
export function DialogProvider({ children }: { readonly children: ReactNode }) {
  const [question, setQuestion] = useState<Question>();
  const answer = useRef<(sure: boolean) => void>(undefined);

  const ask = useCallback<Ask>((next) => {
    answer.current?.(false);
    setQuestion(next);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  }, []);

  function settle(sure: boolean): void {
    setQuestion(undefined);
    answer.current?.(sure);
    answer.current = undefined;
  }

  // An Enter pressed without reading must not destroy anything.
  const safe = question?.destructive === false;
  return (
    <AskContext value={ask}>
      {children}
      <Modal
        opened={question !== undefined}
        onClose={() => settle(false)}
        title={question?.confirm}
        centered
        closeButtonProps={{ 'aria-label': 'Close' }}
        zIndex={400}
      >
        <Text mb="lg" style={{ overflowWrap: 'anywhere' }}>
          {question?.sentence}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => settle(false)} data-autofocus={safe ? undefined : true}>
            {question?.cancel ?? 'Cancel'}
          </Button>
          <Button color={safe ? undefined : 'red'} onClick={() => settle(true)} data-autofocus={safe ? true : undefined}>
            {question?.confirm}
          </Button>
        </Group>
      </Modal>
    </AskContext>
  );
}

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
