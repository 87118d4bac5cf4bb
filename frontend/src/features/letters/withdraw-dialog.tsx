import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { sentenceOf } from '../../api/client';
import { useNotice } from '../../ui/dialogs';
import { useFocusBack } from '../../ui/focus-back';
import { useWithdraw, type LetterSummary } from './api';
import classes from './letters.module.css';
import { RefusedList } from './refused-list';
import { StatusBadge } from './status-badge';
import { useDoneNotice } from './use-done-notice';
import { lettersWord, placeOf } from './words';

interface WithdrawDialogProps {
  readonly letters: readonly LetterSummary[];
  readonly onClose: () => void;
}

/** Every letter that is withdrawn, with its state. What is refused stays listed with its reason. */
export function WithdrawDialog({ letters, onClose }: WithdrawDialogProps) {
  useFocusBack();
  const withdraw = useWithdraw();
  const notice = useNotice();
  const tellDone = useDoneNotice();
  const [note, setNote] = useState('');
  const refused = withdraw.data?.refused ?? [];

  async function press(): Promise<void> {
    try {
      const answer = await withdraw.mutateAsync({ letters, note });
      tellDone(`${lettersWord(answer.withdrawn.length)} withdrawn.`, answer.command_id, letters);
      if (answer.refused.length === 0) onClose();
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The letters could not be withdrawn. Please try again.'));
    }
  }

  if (refused.length > 0) {
    return (
      <Modal opened onClose={onClose} title={`Withdraw ${lettersWord(letters.length)}`} size="lg">
        <Stack>
          <RefusedList refused={refused} letters={letters} what="not withdrawn" />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
          </Group>
        </Stack>
      </Modal>
    );
  }
  return (
    <Modal opened onClose={onClose} title={`Withdraw ${lettersWord(letters.length)}`} size="lg">
      <Stack>
        <Text size="sm">
          A withdrawn letter cannot be sent or signed any more: its links are closed and its tasks end. Its number stays used. Undo brings
          the letter and its tasks back, not its links.
        </Text>
        <div className={classes.list} tabIndex={0} role="region" aria-label="Letters to withdraw">
          {letters.map((letter) => (
            <div key={letter.letter_id} className={classes.line}>
              <span>
                {letter.number} · {placeOf(letter)}
              </span>
              <StatusBadge letter={letter} />
            </div>
          ))}
        </div>
        <TextInput
          label="Note"
          description="For the history of each letter. Optional."
          maxLength={2000}
          data-autofocus
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button color="red" loading={withdraw.isPending} onClick={() => void press()}>
            Withdraw
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
