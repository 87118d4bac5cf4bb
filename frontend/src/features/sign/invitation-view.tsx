import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { openLetter, type Attention, type OpenedLetter, type OtherSigner } from './api';
import { failureOf, useAnswer, type SigningLink } from './link';
import { NotMeForm } from './not-me-form';
import { Facts, Sheet } from './sheet';
import { exactTime, signerOf } from './words';

interface InvitationViewProps {
  readonly link: SigningLink;
  readonly attention: () => Attention;
  readonly onOpened: (letter: OpenedLetter) => void;
  readonly onNamed: (other: OtherSigner) => void;
}

/** Who sends what to whom. Nothing of the letter's text, because programs that check mail open links too. */
export function InvitationView({ link, attention, onOpened, onNamed }: InvitationViewProps) {
  const { invitation, token } = link;
  const [isOther, setIsOther] = useState(false);
  const open = useAnswer(link, () => openLetter(token, attention()));
  const failure = failureOf(open.failure, 'The letter could not be opened. Please check your connection and try again.');
  const signed = invitation.state === 'signed';
  return (
    <Sheet title={signed ? 'You have signed this letter' : 'You have a letter to read and sign'} invitation={invitation}>
      <Stack gap="lg">
        <Facts
          facts={[
            ['From', [invitation.sender_name, invitation.firm].filter(Boolean).join(', ')],
            ['Property', invitation.property],
            ['Letter', invitation.number],
            ['For', signerOf(invitation)],
            ['Valid until', signed ? '' : exactTime(invitation.expires_at)],
          ]}
        />
        {failure && (
          <Text c="var(--mantine-color-error)" role="alert">
            {failure}
          </Text>
        )}
        <Button size="lg" loading={open.busy} onClick={() => open.send(undefined, onOpened)}>
          Read the letter
        </Button>
        {!signed && (
          <>
            <Text c="dimmed">Reading the letter does not commit you to anything.</Text>
            <Button variant="subtle" size="md" aria-expanded={isOther} onClick={() => setIsOther(!isOther)}>
              I am not the right person
            </Button>
            {isOther && <NotMeForm link={link} onNamed={onNamed} onCancel={() => setIsOther(false)} />}
          </>
        )}
      </Stack>
    </Sheet>
  );
}
