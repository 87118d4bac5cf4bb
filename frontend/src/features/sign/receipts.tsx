import { Stack, Text } from '@mantine/core';
import type { DeclineReceipt, OtherSigner, Receipt } from './api';
import { DownloadButton } from './download-button';
import type { SigningLink } from './link';
import { Facts, Sheet } from './sheet';
import { exactTime, reasons, senderOf } from './words';

interface SignedViewProps {
  readonly link: SigningLink;
  readonly receipt: Receipt;
}

/** What a signer keeps. */
export function SignedView({ link, receipt }: SignedViewProps) {
  const { invitation } = link;
  return (
    <Sheet title="You signed the letter" invitation={invitation} moved>
      <Stack gap="lg">
        <Text role="status">
          {receipt.complete
            ? 'The letter is complete: everybody has signed. The signed PDF is e-mailed to all who signed.'
            : 'Others still sign. When everybody has signed, the signed PDF is e-mailed to all who signed.'}
        </Text>
        <Facts
          facts={[
            ['Letter', receipt.number],
            ['Property', invitation.property],
            ['Signed by', receipt.name],
            ['Time', exactTime(receipt.signed_at)],
            ['Content of the letter (SHA-256)', receipt.content_hash],
          ]}
        />
        <Text>Please save or print this page for your records.</Text>
        <DownloadButton link={link} />
        <Text>If you have questions, please ask {senderOf(invitation)}.</Text>
      </Stack>
    </Sheet>
  );
}

interface DeclinedViewProps {
  readonly link: SigningLink;
  readonly receipt: DeclineReceipt;
}

export function DeclinedView({ link: { invitation }, receipt }: DeclinedViewProps) {
  return (
    <Sheet title="You declined the letter" invitation={invitation} moved>
      <Stack gap="lg">
        <Text role="status">{senderOf(invitation)} is told. The letter can no longer be signed.</Text>
        <Facts
          facts={[
            ['Letter', receipt.number],
            ['Property', invitation.property],
            ['Time', exactTime(receipt.declined_at)],
            ['Reason', reasons.find(([reason]) => reason === receipt.reason)?.[1] ?? ''],
          ]}
        />
        <Text>If this was a mistake, please ask {senderOf(invitation)} for a new letter.</Text>
      </Stack>
    </Sheet>
  );
}

interface NamedViewProps {
  readonly link: SigningLink;
  readonly other: OtherSigner;
}

export function NamedView({ link: { invitation }, other }: NamedViewProps) {
  return (
    <Sheet title="Thank you" invitation={invitation} moved>
      <Stack gap="lg">
        <Text role="status">
          {senderOf(invitation)} is told that {other.name} ({other.email}) should sign. Your link is closed.
        </Text>
        <Facts
          facts={[
            ['Letter', other.number],
            ['Property', invitation.property],
          ]}
        />
      </Stack>
    </Sheet>
  );
}
