import { Alert, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { sentenceOf } from '../../api/client';
import type { LettersToSend, LetterSummary } from './api';
import classes from './letters.module.css';
import { isOther } from './other-letters';
import { RefusedList } from './refused-list';

interface SendPreviewProps {
  readonly preview: UseQueryResult<LettersToSend>;
  readonly letters: readonly LetterSummary[];
}

/** Who signs which letter, where links are sent, and the letters that cannot be sent at all. */
export function SendPreview({ preview, letters }: SendPreviewProps) {
  if (preview.isError) {
    return (
      <Alert role="alert" color="red" variant="light" py="xs">
        {sentenceOf(preview.error, 'It could not be checked which letters can be sent.')}
      </Alert>
    );
  }
  if (!preview.data) return null;
  const { ready } = preview.data;
  const refused = preview.data.refused.filter((letter) => !isOther(letter));
  const numbers = new Map(letters.map(({ letter_id, number }) => [letter_id, number]));
  const signers = ready.flatMap(({ letter_id, to, signer }) => (signer ? [{ letter_id, to, signer }] : []));
  return (
    <>
      {signers.length > 0 && (
        <div>
          <Text size="sm" fw={600}>
            Who signs
          </Text>
          <div className={classes.list} tabIndex={0} role="region" aria-label="Who signs">
            {signers.map(({ letter_id, to, signer }) => (
              <div key={letter_id} className={classes.line} style={{ overflowWrap: 'anywhere' }}>
                {numbers.get(letter_id) ?? 'A letter'}: {[signer.name, signer.capacity, ...to].filter(Boolean).join(', ')}
              </div>
            ))}
          </div>
        </div>
      )}
      {refused.length > 0 && <RefusedList refused={refused} letters={letters} what="cannot be sent" />}
    </>
  );
}
