import { Button, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { isCertain, useCertainty } from './attention';
import { reportOpening, type Attention, type DeclineReceipt, type OpenedLetter, type OtherSigner, type Receipt } from './api';
import { DeclineForm } from './decline-form';
import { DownloadButton } from './download-button';
import type { SigningLink } from './link';
import { NotMeForm } from './not-me-form';
import { Panel } from './panel';
import { SignForm } from './sign-form';
import { Facts, Sheet } from './sheet';
import classes from './sign.module.css';
import { exactTime, senderOf, signerOf } from './words';

interface LetterViewProps {
  readonly link: SigningLink;
  readonly letter: OpenedLetter;
  readonly attention: () => Attention;
  readonly onSigned: (receipt: Receipt) => void;
  readonly onDeclined: (receipt: DeclineReceipt) => void;
  readonly onNamed: (other: OtherSigner) => void;
}

/** The letter, and what its reader can answer. */
export function LetterView({ link, letter, attention, ...answers }: LetterViewProps) {
  const { invitation, token } = link;
  // Opened by a reader in a hurry: reported once more when it is certain that a person reads.
  const [wasCertain] = useState(() => isCertain(attention()));
  useCertainty(attention, () => void reportOpening(token, attention()).catch(() => undefined), letter.can_sign && !wasCertain);
  return (
    <Sheet title={`Letter of intent ${invitation.number}`} invitation={invitation} moved>
      <Stack gap="xl">
        <article
          className={classes.letter}
          tabIndex={0}
          aria-label="Text of the letter"
          dangerouslySetInnerHTML={{ __html: letter.safe }}
        />
        <DownloadButton link={link} />
        {letter.why_not && <Text>{letter.why_not}</Text>}
        {letter.signed.length > 0 && (
          <Facts facts={letter.signed.map((signer) => [`Signed by ${signerOf(signer)}`, exactTime(signer.at)])} />
        )}
        {letter.can_sign && <Answers link={link} letter={letter} {...answers} />}
      </Stack>
    </Sheet>
  );
}

type Other = 'decline' | 'not_me' | 'paper';

function Answers({ link, letter, onSigned, onDeclined, onNamed }: Omit<LetterViewProps, 'attention'>) {
  const [other, setOther] = useState<Other>();
  const close = (): void => setOther(undefined);
  const toggle = (which: Other) => ({
    'aria-expanded': other === which,
    onClick: () => setOther(other === which ? undefined : which),
  });
  return (
    <>
      <section className={classes.panel} aria-labelledby="sign-here">
        <Title order={2} size="h3" id="sign-here" mb="sm">
          Sign here
        </Title>
        <Stack>
          <Text>{letter.consent.text}</Text>
          <SignForm link={link} letter={letter} onSigned={onSigned} />
        </Stack>
      </section>
      <div className={classes.others} role="group" aria-label="Other answers">
        <Button variant="default" size="md" {...toggle('paper')}>
          I want paper instead
        </Button>
        <Button variant="default" size="md" {...toggle('not_me')}>
          I am not the right person
        </Button>
        <Button variant="default" size="md" {...toggle('decline')}>
          Decline
        </Button>
      </div>
      {other === 'decline' && <DeclineForm link={link} onDeclined={onDeclined} onCancel={close} />}
      {other === 'not_me' && <NotMeForm link={link} onNamed={onNamed} onCancel={close} />}
      {other === 'paper' && (
        <Panel title="I want paper instead">
          <Stack>
            <Text>
              Download the letter, print it, sign it by hand, and return it to {senderOf(link.invitation)}. Nothing is signed on this page
              then.
            </Text>
            <DownloadButton link={link} />
            <Button variant="default" size="md" onClick={close}>
              Close
            </Button>
          </Stack>
        </Panel>
      )}
    </>
  );
}
