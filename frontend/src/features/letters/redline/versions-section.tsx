import { Anchor, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { sentenceOf } from '../../../api/client';
import { letterVersionsOfNumberQuery } from '../../../api/queries/letter-register';
import { currency, dateTime } from '../../../lib/format';
import { QueryPanel } from '../../../ui/query-panel';
import type { Letter, LetterSummary } from '../api';
import { Section } from '../section';
import { StatusBadge } from '../status-badge';
import { docxUrl } from './api';
import { CopyDialog } from './copy-dialog';
import { DifferenceDialog } from './difference-dialog';
import classes from './redline.module.css';

type Shown = { readonly dialog: 'copy' } | { readonly dialog: 'compare'; readonly other: LetterSummary };

interface VersionsSectionProps {
  readonly letter: Letter;
  readonly onDialog: (isOpen: boolean) => void;
}

/** The versions of the letter's number, and the next one. */
export function VersionsSection({ letter, onDialog }: VersionsSectionProps) {
  const versions = useQuery(letterVersionsOfNumberQuery(letter.letter_id));
  const [shown, setShown] = useState<Shown>();
  useEffect(() => {
    onDialog(shown !== undefined);
    return () => onDialog(false);
  }, [shown, onDialog]);
  const close = (): void => setShown(undefined);
  const canCopy = letter.newer === null && letter.withdrawn_at === null && letter.status !== 'signed';
  return (
    <Section title="Versions">
      <QueryPanel query={versions} failure={sentenceOf(versions.error, 'The versions could not be loaded.')}>
        {(data) => (
          <ul className={classes.list} aria-label="Versions of this letter">
            {data.versions.map((one) => (
              <li key={one.letter_id}>
                <Group gap="xs" justify="space-between">
                  <Text size="sm" fw={one.letter_id === letter.letter_id ? 650 : undefined}>
                    {one.number}, {currency(one.price)}
                  </Text>
                  <StatusBadge letter={one} />
                </Group>
                <Group gap="xs" justify="space-between">
                  <Text size="xs" c="dimmed">
                    {one.created_by_name}, {dateTime(one.created_at)}
                  </Text>
                  {one.letter_id !== letter.letter_id && (
                    <Button
                      size="compact-xs"
                      variant="default"
                      aria-label={`Compare with ${one.number}`}
                      onClick={() => setShown({ dialog: 'compare', other: one })}
                    >
                      Compare
                    </Button>
                  )}
                </Group>
              </li>
            ))}
          </ul>
        )}
      </QueryPanel>
      <Group gap="md">
        {canCopy && (
          <Button size="xs" variant="default" onClick={() => setShown({ dialog: 'copy' })}>
            Edit a copy
          </Button>
        )}
        <Anchor size="sm" href={docxUrl(letter.letter_id)} download>
          Download for Word
        </Anchor>
      </Group>
      {shown?.dialog === 'copy' && <CopyDialog letter={letter} html={letter.html} price={null} said={[]} onClose={close} />}
      {shown?.dialog === 'compare' && <DifferenceDialog {...inOrder(letter, shown.other)} onClose={close} />}
    </Section>
  );
}

/** The newer version is compared with the older one, whichever of them the panel shows. */
const inOrder = (one: LetterSummary, other: LetterSummary) =>
  one.letter_version < other.letter_version ? { old: one, letter: other } : { old: other, letter: one };
