import { Modal, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { sentenceOf } from '../../../api/client';
import { letterDifferenceQuery } from '../../../api/queries/letter-register';
import { useFocusBack } from '../../../ui/focus-back';
import { LoadingPage } from '../../../ui/loading-page';
import { QueryPanel } from '../../../ui/query-panel';
import type { LetterSummary } from '../api';
import { useTermLabels } from '../use-term-labels';
import { ComparedText } from './pieces';
import classes from './redline.module.css';

interface DifferenceDialogProps {
  readonly old: LetterSummary;
  readonly letter: LetterSummary;
  readonly onClose: () => void;
}

/** Two versions side by side, on a phone in one text. */
export function DifferenceDialog({ old, letter, onClose }: DifferenceDialogProps) {
  useFocusBack();
  const difference = useQuery(letterDifferenceQuery(letter.letter_id, old.letter_id));
  const labelOf = useTermLabels();
  const narrow = useMediaQuery('(max-width: 48em)', false);
  return (
    <Modal opened onClose={onClose} title={`${old.number} and ${letter.number}`} size="90rem" fullScreen={narrow}>
      <QueryPanel
        query={difference}
        failure={sentenceOf(difference.error, 'The versions could not be compared.')}
        pending={<LoadingPage />}
      >
        {({ terms, blocks }) => (
          <Stack>
            {terms.length === 0 ? (
              <Text size="sm">All terms are the same.</Text>
            ) : (
              <table className={classes.terms} aria-label="Terms that differ">
                <thead>
                  <tr>
                    <th scope="col">Term</th>
                    <th scope="col">{old.number}</th>
                    <th scope="col">{letter.number}</th>
                  </tr>
                </thead>
                <tbody>
                  {terms.map((term) => (
                    <tr key={term.term}>
                      <th scope="row">{labelOf(term.term)}</th>
                      <td>{term.old ?? 'None'}</td>
                      <td>{term.new ?? 'None'}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
            {narrow ? (
              <ComparedText blocks={blocks} label="Both versions" />
            ) : (
              <div className={classes.sides}>
                <ComparedText blocks={blocks} without="new" label={old.number} />
                <ComparedText blocks={blocks} without="old" label={letter.number} />
              </div>
            )}
          </Stack>
        )}
      </QueryPanel>
    </Modal>
  );
}
