import { Alert, ScrollArea } from '@mantine/core';
import type { LetterSummary, RefusedLetter } from './api';
import { lettersWord } from './words';

interface RefusedListProps {
  readonly refused: readonly RefusedLetter[];
  readonly letters: readonly LetterSummary[];
  /** What was not done, such as 'not approved'. */
  readonly what: string;
}

/** Letters that were left as they are, each with the reason. */
export function RefusedList({ refused, letters, what }: RefusedListProps) {
  const numbers = new Map(letters.map(({ letter_id, number }) => [letter_id, number]));
  return (
    <Alert role="alert" color="red" variant="light" title={`${lettersWord(refused.length)} ${what}`}>
      <ScrollArea.Autosize mah={240} tabIndex={0}>
        {refused.map(({ letter_id, sentence }) => (
          <div key={letter_id}>
            {numbers.get(letter_id) ?? 'A letter'}: {sentence}
          </div>
        ))}
      </ScrollArea.Autosize>
    </Alert>
  );
}
