import { Alert, Checkbox, ScrollArea } from '@mantine/core';
import type { LetterSummary, RefusedLetter } from './api';
import { lettersWord } from './words';

/** Letters whose properties have others, and whether they are sent nevertheless. */
export interface Others {
  readonly letters: readonly RefusedLetter[];
  readonly isConfirmed: boolean;
}

export const noOthers: Others = { letters: [], isConfirmed: false };

export const isOther = ({ code }: RefusedLetter): boolean => code === 'other_letter';

/** With what a preview refuses: a confirmed letter is no longer among that, and one that is new is not confirmed. */
export function withRefused({ letters, isConfirmed }: Others, refused: readonly RefusedLetter[] | undefined): Others {
  if (!refused) return { letters, isConfirmed };
  const found = refused.filter(isOther);
  if (!isConfirmed) return { letters: found, isConfirmed };
  const ids = new Set(found.map(({ letter_id }) => letter_id));
  return { letters: [...letters.filter(({ letter_id }) => !ids.has(letter_id)), ...found], isConfirmed: found.length === 0 };
}

interface OtherLettersProps {
  readonly others: Others;
  readonly letters: readonly LetterSummary[];
  readonly onChange: (others: Others) => void;
}

/** Letters that would be the second ones of their properties, and the choice to send them. */
export function OtherLetters({ others, letters, onChange }: OtherLettersProps) {
  const count = others.letters.length;
  if (count === 0) return null;
  const numbers = new Map(letters.map(({ letter_id, number }) => [letter_id, number]));
  return (
    <Alert role="group" color="yellow" variant="light" title={`${lettersWord(count)} whose property has another`}>
      <ScrollArea.Autosize mah={160} tabIndex={0}>
        {others.letters.map(({ letter_id, sentence }) => (
          <div key={letter_id}>
            {numbers.get(letter_id) ?? 'A letter'}: {sentence}
          </div>
        ))}
      </ScrollArea.Autosize>
      <Checkbox
        mt="xs"
        label={count === 1 ? 'Send it nevertheless' : 'Send them nevertheless'}
        checked={others.isConfirmed}
        onChange={(event) => onChange({ ...others, isConfirmed: event.currentTarget.checked })}
      />
    </Alert>
  );
}
