import { Button, Stack, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { sentenceOf } from '../../api/client';
import { useSending } from '../../lib/use-sending';
import { LoadingPage } from '../../ui/loading-page';
import {
  endedBy,
  readInvitation,
  type DeclineReceipt,
  type Ended,
  type Invitation,
  type OpenedLetter,
  type OtherSigner,
  type Receipt,
} from './api';
import { useAttention } from './attention';
import { EndedView } from './ended-view';
import { InvitationView } from './invitation-view';
import { LetterView } from './letter-view';
import type { SigningLink } from './link';
import { DeclinedView, NamedView, SignedView } from './receipts';
import { Sheet } from './sheet';
import { useToken } from './token';

/** The page of a link to read and sign a letter. Its reader has no account. */
export function SignScreen() {
  const token = useToken();
  return (
    <>
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
      {token ? <Visit key={token} token={token} /> : <EndedView ended={{ why: 'unknown' }} />}
    </>
  );
}

function Visit({ token }: { readonly token: string }) {
  const [invitation, setInvitation] = useState<Invitation>();
  const load = useSending(() => readInvitation(token));
  const start = (): void => load.send(undefined, setInvitation);
  const atFirst = useEffectEvent(start);
  useEffect(() => atFirst(), []);
  if (invitation) return <Signing token={token} invitation={invitation} />;
  if (load.failure === undefined) return <LoadingPage />;
  const ended = endedBy(load.failure);
  return ended ? (
    <EndedView ended={ended} />
  ) : (
    <Sheet title="The page could not be loaded">
      <Stack>
        <Text role="alert">{sentenceOf(load.failure, 'Please check your connection and try again.')}</Text>
        <Button size="lg" onClick={start}>
          Try again
        </Button>
      </Stack>
    </Sheet>
  );
}

type Stage =
  | { readonly at: 'invitation' }
  | { readonly at: 'letter'; readonly letter: OpenedLetter }
  | { readonly at: 'signed'; readonly receipt: Receipt }
  | { readonly at: 'declined'; readonly receipt: DeclineReceipt }
  | { readonly at: 'named'; readonly other: OtherSigner }
  | { readonly at: 'ended'; readonly ended: Ended; readonly moved: boolean };

function Signing({ token, invitation }: Pick<SigningLink, 'token' | 'invitation'>) {
  const { state } = invitation;
  const attention = useAttention();
  const [stage, setStage] = useState<Stage>(
    state === 'open' || state === 'signed' ? { at: 'invitation' } : { at: 'ended', ended: { why: state }, moved: false },
  );
  const link: SigningLink = { token, invitation, onEnded: (ended) => setStage({ at: 'ended', ended, moved: true }) };
  switch (stage.at) {
    case 'invitation':
      return (
        <InvitationView
          link={link}
          attention={attention}
          onOpened={(letter) => setStage({ at: 'letter', letter })}
          onNamed={(other) => setStage({ at: 'named', other })}
        />
      );
    case 'letter':
      return (
        <LetterView
          link={link}
          letter={stage.letter}
          attention={attention}
          onSigned={(receipt) => setStage({ at: 'signed', receipt })}
          onDeclined={(receipt) => setStage({ at: 'declined', receipt })}
          onNamed={(other) => setStage({ at: 'named', other })}
        />
      );
    case 'signed':
      return <SignedView link={link} receipt={stage.receipt} />;
    case 'declined':
      return <DeclinedView link={link} receipt={stage.receipt} />;
    case 'named':
      return <NamedView link={link} other={stage.other} />;
    case 'ended':
      return <EndedView ended={stage.ended} invitation={invitation} moved={stage.moved} />;
  }
}
