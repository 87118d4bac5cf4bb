import { Alert, ScrollArea } from '@mantine/core';
import type { LetterSummary, RefusedLetter } from './api';
import { lettersWord } from './words';

interface RefusedListProps {
  readonly refused: readonly RefusedLetter[];
  readonly letters: readonly LetterSummary[];
  /** What was not done, such as 'not approved'. */
  readonly what: string;
}

/** Letters that were left as they are, with the reason; those of one reason together, since most have the same. */
export function RefusedList({ refused, letters, what }: RefusedListProps) {
  const numbers = new Map(letters.map(({ letter_id, number }) => [letter_id, number]));
  const reasons = new Map<string, string[]>();
  for (const { letter_id, sentence } of refused) {
    reasons.set(sentence, [...(reasons.get(sentence) ?? []), numbers.get(letter_id) ?? 'A letter']);
  }
  return (
    <Alert role="alert" color="red" variant="light" title={`${lettersWord(refused.length)} ${what}`}>
      <ScrollArea.Autosize mah={240} tabIndex={0}>
        {[...reasons].map(([sentence, of]) => (
          <div key={sentence}>
            {of.join(', ')}: {sentence}
          </div>
        ))}
      </ScrollArea.Autosize>
    </Alert>
  );
}
