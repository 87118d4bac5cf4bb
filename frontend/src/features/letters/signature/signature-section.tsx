import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { sentenceOf } from '../../../api/client';
import { letterLinksQuery } from '../../../api/queries/letter-register';
import { useConfirm, useNotice } from '../../../ui/dialogs';
import { QueryPanel } from '../../../ui/query-panel';
import type { Letter } from '../api';
import { Section } from '../section';
import { useRevokeLink, type LetterLink, type Signer } from './api';
import { LinkItem } from './link-item';
import { MakeLinkDialog } from './make-link-dialog';
import { RevokeDialog } from './revoke-dialog';
import { SealFacts } from './seal-facts';
import { SendLinkDialog } from './send-link-dialog';
import classes from './signature.module.css';
import { canFinish, takesLinks } from './words';

type Shown = { readonly dialog: 'make'; readonly signer: Signer } | { readonly dialog: 'send' | 'revoke'; readonly link: LetterLink };

interface SignatureSectionProps {
  readonly letter: Letter;
  /** A dialog opened or closed: Esc is for the dialog then, not for what is behind it. */
  readonly onDialog: (isOpen: boolean) => void;
}

/** The links by which a letter is signed. */
export function SignatureSection({ letter, onDialog }: SignatureSectionProps) {
  const links = useQuery(letterLinksQuery(letter.letter_id));
  // Without links there is nothing to say of a letter that cannot have one.
  if (links.isPending || (!takesLinks(letter) && links.data?.links.length === 0)) return null;
  return (
    <Section title="Signature">
      <QueryPanel query={links} failure={sentenceOf(links.error, 'The links could not be loaded.')}>
        {(data) => <Links letter={letter} links={data.links} suggested={data.suggested_signer} onDialog={onDialog} />}
      </QueryPanel>
    </Section>
  );
}

interface LinksProps extends SignatureSectionProps {
  readonly links: readonly LetterLink[];
  /** Who probably signs next. */
  readonly suggested: Signer;
}

function Links({ letter, links, suggested, onDialog }: LinksProps) {
  const [shown, setShown] = useState<Shown>();
  const close = (): void => setShown(undefined);
  useEffect(() => {
    onDialog(shown !== undefined);
    return () => onDialog(false);
  }, [shown, onDialog]);
  const isOpen = takesLinks(letter);
  return (
    <>
      {links.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nobody was asked to sign electronically.
        </Text>
      ) : (
        <ul className={classes.links} aria-label="Signers">
          {links.map((link) => (
            <LinkItem
              key={link.link_id}
              link={link}
              takesLinks={isOpen}
              onSend={() => setShown({ dialog: 'send', link })}
              onRevoke={() => setShown({ dialog: 'revoke', link })}
              onReplace={() => link.proposed && setShown({ dialog: 'make', signer: { ...link.proposed, capacity: link.capacity } })}
            />
          ))}
        </ul>
      )}
      {letter.status === 'signed' && links.some(({ signed_at }) => signed_at) && <SealFacts letterId={letter.letter_id} />}
      <Group gap="xs">
        {isOpen && (
          <Button size="xs" variant="default" onClick={() => setShown({ dialog: 'make', signer: suggested })}>
            Make a link
          </Button>
        )}
        <Finish letter={letter} links={links} onDialog={onDialog} />
      </Group>
      {shown?.dialog === 'make' && (
        <MakeLinkDialog letter={letter} signer={shown.signer} onSend={(link) => setShown({ dialog: 'send', link })} onClose={close} />
      )}
      {shown?.dialog === 'send' && <SendLinkDialog letter={letter} link={shown.link} onClose={close} />}
      {shown?.dialog === 'revoke' && <RevokeDialog letter={letter} links={links} link={shown.link} onClose={close} />}
    </>
  );
}

/** For a letter that waits for a new link after one was closed: it can be signed by those who have signed. */
function Finish({ letter, links, onDialog }: Omit<LinksProps, 'suggested'>) {
  const revoke = useRevokeLink(letter.letter_id);
  const confirm = useConfirm();
  const notice = useNotice();
  const closed = links.find(({ revoked_at }) => revoked_at);
  if (!closed || !canFinish(letter, links)) return null;

  async function finish({ link_id }: LetterLink): Promise<void> {
    const names = links.filter(({ signed_at }) => signed_at).map(({ name }) => name);
    const sentence = `The letter is then signed by ${names.join(', ')}, and nobody else is asked.`;
    onDialog(true);
    const sure = await confirm({ sentence, confirm: 'Finish signing', destructive: false });
    onDialog(false);
    if (!sure) return;
    revoke.mutate(
      { link_id, finish: true },
      { onError: (reason) => notice.alert(sentenceOf(reason, 'This could not be done. Please try again.')) },
    );
  }

  return (
    <Button size="xs" variant="default" loading={revoke.isPending} onClick={() => void finish(closed)}>
      Finish signing
    </Button>
  );
}
