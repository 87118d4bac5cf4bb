import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { sentenceOf } from '../../api/client';
import { currency } from '../../lib/format';
import { useNotice } from '../../ui/dialogs';
import { useFocusBack } from '../../ui/focus-back';
import { useApprove, type LetterSummary } from './api';
import classes from './letters.module.css';
import { RefusedList } from './refused-list';
import { useDoneNotice } from './use-done-notice';
import { lettersWord, placeOf } from './words';

interface ApproveDialogProps {
  readonly letters: readonly LetterSummary[];
  readonly onClose: () => void;
}

/** Every figure that is approved, and the total. What is refused stays listed with its reason. */
export function ApproveDialog({ letters, onClose }: ApproveDialogProps) {
  useFocusBack();
  const approve = useApprove();
  const notice = useNotice();
  const tellDone = useDoneNotice();
  const total = letters.reduce((sum, { price }) => sum + price, 0);
  const refused = approve.data?.refused ?? [];

  async function press(): Promise<void> {
    try {
      const answer = await approve.mutateAsync(letters);
      tellDone(`${lettersWord(answer.approved.length)} approved.`, answer.command_id, letters);
      if (answer.refused.length === 0) onClose();
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The letters could not be approved. Please try again.'));
    }
  }

  return (
    <Modal opened onClose={onClose} title={`Approve ${lettersWord(letters.length)}`} size="lg">
      <Stack>
        {refused.length > 0 ? (
          <RefusedList refused={refused} letters={letters} what="not approved" />
        ) : (
          <div className={classes.list} tabIndex={0} role="region" aria-label="Letters to approve">
            {letters.map((letter) => (
              <div key={letter.letter_id} className={classes.line}>
                <span>
                  {letter.number} · {placeOf(letter)}
                </span>
                <span className="tabular">{currency(letter.price)}</span>
              </div>
            ))}
          </div>
        )}
        <Group justify="space-between">
          <Text fw={600}>
            {lettersWord(letters.length)}, {currency(total)} in total
          </Text>
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              {refused.length > 0 ? 'Close' : 'Cancel'}
            </Button>
            {refused.length === 0 && (
              <Button data-autofocus loading={approve.isPending} onClick={() => void press()}>
                Approve
              </Button>
            )}
          </Group>
        </Group>
      </Stack>
    </Modal>
  );
}
