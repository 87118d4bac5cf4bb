import { Button, Group, Modal, Text } from '@mantine/core';
import { useCallback, useRef, useState, type ReactNode } from 'react';
import { AskContext, type Ask, type Question } from './dialogs';

/** Shows the questions of {@link useConfirm}, one at a time, as modal dialogs. */
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

  // Enter pressed by accident must not destroy anything.
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
