import { Button, Group, Select, Stack, Text, TextInput, Textarea } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { sentenceOf } from '../../api/client';
import { useNotice } from '../../ui/dialogs';
import { useUnsaved } from '../../ui/unsaved';
import { useSetStatus, type Letter, type LetterStatus } from './api';
import { numberOf } from './price-rule';
import { actionWords } from './words';

type Choice = LetterStatus | 'withdrawn';

/** States that are set by hand, each with the reason if it cannot be set now, and withdrawing. */
export function StatusForm({ letter }: { readonly letter: Letter }) {
  const [to, setTo] = useState<Choice | null>(null);
  const [note, setNote] = useState('');
  const [counter, setCounter] = useState('');
  const set = useSetStatus();
  const notice = useNotice();
  useUnsaved(to !== null && (note !== '' || counter !== ''));
  const options = letter.transitions.flatMap((transition) => {
    const label = actionWords[transition.to];
    return label ? [{ ...transition, label }] : [];
  });
  const refusals = options.find((option) => option.to === to)?.refusals ?? [];
  const price = numberOf(counter);
  const data: { value: Choice; label: string }[] = options.map(({ to: value, label }) => ({ value, label }));
  if (!letter.withdrawn_at) data.push({ value: 'withdrawn', label: 'Withdraw' });
  if (data.length === 0) return null;

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (!to || set.isPending || price === null) return;
    try {
      await set.mutateAsync({ letter, to, note, counter: price ?? null });
      setTo(null);
      setNote('');
      setCounter('');
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The state could not be changed. Please try again.'));
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="xs">
        <Select label="Change the state" placeholder="Choose" data={data} value={to} clearable onChange={(value) => setTo(value)} />
        {refusals.map((sentence) => (
          <Text key={sentence} size="sm" c="red">
            {sentence}
          </Text>
        ))}
        {to === 'countered' && (
          <TextInput
            label="The seller's price ($)"
            inputMode="decimal"
            value={counter}
            error={price === null && 'Enter a number.'}
            onChange={(event) => setCounter(event.currentTarget.value)}
          />
        )}
        {to && (
          <>
            <Textarea
              label="Note"
              autosize
              maxRows={5}
              maxLength={2000}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
            <Group justify="flex-end">
              <Button
                type="submit"
                size="xs"
                color={to === 'withdrawn' ? 'red' : undefined}
                loading={set.isPending}
                disabled={refusals.length > 0}
              >
                {data.find(({ value }) => value === to)?.label}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </form>
  );
}
