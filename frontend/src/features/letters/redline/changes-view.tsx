import { Alert, Stack, Text } from '@mantine/core';
import { useTermLabels } from '../use-term-labels';
import type { Changes } from './api';
import { ChangedText } from './pieces';
import classes from './redline.module.css';
import { alsoChangedWords } from './words';

/** The text of a returned document with its changes, its proposals and its comments. */
export function ChangesView({ changes: { blocks, comments, terms, also_changed } }: { readonly changes: Changes }) {
  const labelOf = useTermLabels();
  const also = alsoChangedWords(also_changed);
  return (
    <Stack gap="sm">
      {terms.map(({ term, old, new: proposed }) => (
        <Alert key={term} color="yellow" variant="light" title={`Proposed: ${labelOf(term)}`}>
          {proposed} instead of {old}
        </Alert>
      ))}
      {also && <Text size="sm">{also}</Text>}
      <ChangedText blocks={blocks} />
      {comments.length > 0 && (
        <ul className={classes.list} aria-label="Comments in the document">
          {comments.map(({ author, text, quote }, place) => (
            <li key={place}>
              <Text size="sm">{text}</Text>
              <Text size="xs" c="dimmed">
                {author ?? 'Unknown'}
                {quote && `, on “${quote}”`}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}
