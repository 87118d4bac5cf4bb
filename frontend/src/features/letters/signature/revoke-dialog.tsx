import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { sentenceOf } from '../../../api/client';
import { useNotice } from '../../../ui/dialogs';
import { useFocusBack } from '../../../ui/focus-back';
import type { Letter } from '../api';
import { useRevokeLink, type LetterLink } from './api';
import { canFinish } from './words';

interface RevokeDialogProps {
  readonly letter: Letter;
  readonly links: readonly LetterLink[];
  readonly link: LetterLink;
  readonly onClose: () => void;
}

/** Asks before a link is closed, and whether the letter is signed without its signer if all others have signed. */
export function RevokeDialog({ letter, links, link, onClose }: RevokeDialogProps) {
  useFocusBack();
  const [finish, setFinish] = useState(false);
  const revoke = useRevokeLink(letter.letter_id);
  const notice = useNotice();

  async function close(): Promise<void> {
    try {
      await revoke.mutateAsync({ link_id: link.link_id, finish });
      onClose();
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The link could not be closed. Please try again.'));
    }
  }

  return (
    <Modal opened onClose={onClose} title="Revoke">
      <Stack>
        <Text>{link.name} can then no longer read or sign the letter by this link.</Text>
        {canFinish(letter, links, link) && (
          <Checkbox
            label={`The letter is signed without ${link.name}`}
            description="All others have signed. If not ticked, the letter waits for another link."
            checked={finish}
            onChange={(event) => setFinish(event.currentTarget.checked)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button color="red" loading={revoke.isPending} onClick={() => void close()}>
            Revoke
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
