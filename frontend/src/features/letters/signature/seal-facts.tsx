import { Anchor, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { sentenceOf } from '../../../api/client';
import { letterEvidenceQuery } from '../../../api/queries/letter-register';
import { dateTime } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { Fact } from '../../../ui/fact';
import { QueryPanel } from '../../../ui/query-panel';
import { MakeAgain } from '../make-again';
import { useSealAgain, type LetterSeal } from './api';

/** The sealed file of a signed letter, and whether the record of its signatures is intact. */
export function SealFacts({ letterId }: { readonly letterId: string }) {
  const evidence = useQuery(letterEvidenceQuery(letterId));
  return (
    <QueryPanel query={evidence} failure={sentenceOf(evidence.error, 'The record of the signatures could not be loaded.')}>
      {({ intact, broken_at, seal }) => (
        <>
          {seal?.state === 'failed' && <NotSealed letterId={letterId} />}
          {seal && seal.state !== 'failed' && <Sealed seal={seal} />}
          {intact ? (
            <Text size="sm">The record of the signatures is intact.</Text>
          ) : (
            <Text size="sm" c="red" role="alert">
              The record of the signatures was changed{broken_at !== null && ` from row ${broken_at} on`}.
            </Text>
          )}
        </>
      )}
    </QueryPanel>
  );
}

function Sealed({ seal: { state, pdf, sha256, fingerprint, sealed_at } }: { readonly seal: LetterSeal }) {
  if (state === 'waiting')
    return (
      <Text size="sm" role="status">
        The signed PDF is being made.
      </Text>
    );
  return (
    <>
      {pdf ? (
        <Anchor component={Link} to={paths.attachment(pdf)} size="sm">
          Open the signed PDF
        </Anchor>
      ) : (
        <Text size="sm">The signed PDF was removed.</Text>
      )}
      {sealed_at && <Fact label="Sealed">{dateTime(sealed_at)}</Fact>}
      <Fact label="File (SHA-256)">{sha256}</Fact>
      <Fact label="Certificate (SHA-256)">{fingerprint}</Fact>
    </>
  );
}

/** The making of the sealed file was given up; it can be started again. */
function NotSealed({ letterId }: { readonly letterId: string }) {
  const seal = useSealAgain(letterId);
  return (
    <Group gap="md">
      <Text size="sm">The signed PDF could not be made.</Text>
      <MakeAgain make={seal} what={undefined} failure="The signed PDF could not be started again. Please try again in a moment." />
    </Group>
  );
}
