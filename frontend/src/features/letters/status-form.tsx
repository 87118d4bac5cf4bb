import { Button, Group, Select, Stack, Text, TextInput, Textarea } from '@mantine/core';
import { useRef, useState, type SyntheticEvent } from 'react';
import { sentenceOf } from '../../api/client';
import { useNotice } from '../../ui/dialogs';
import { useUnsaved } from '../../ui/unsaved';
import { useFocusFromBody } from '../../ui/use-focus-from-body';
import { useSetStatus, useWithdraw, type Letter, type LetterStatus } from './api';
import { numberOf } from './price-rule';
import { useDoneNotice } from './use-done-notice';
import { actionWords } from './words';

type Choice = LetterStatus | 'withdrawn';

/** States that are set by hand, each with the reason if it cannot be set now, and withdrawing. */
export function StatusForm({ letter }: { readonly letter: Letter }) {
  const [chosen, setChosen] = useState<Choice | null>(null);
  const [note, setNote] = useState('');
  const [counter, setCounter] = useState('');
  const set = useSetStatus();
  const withdraw = useWithdraw();
  const notice = useNotice();
  const tellDone = useDoneNotice();
  const isPending = set.isPending || withdraw.isPending;
  const options = letter.transitions.flatMap((transition) => {
    const label = actionWords[transition.to];
    return label ? [{ ...transition, label }] : [];
  });
  const price = numberOf(counter);
  const data: { value: Choice; label: string }[] = options.map(({ to: value, label }) => ({ value, label }));
  if (!letter.withdrawn_at) data.push({ value: 'withdrawn', label: 'Withdraw' });
  // What was chosen may be impossible since somebody else changed the letter.
  const to = data.some(({ value }) => value === chosen) ? chosen : null;
  const refusals = options.find((option) => option.to === to)?.refusals ?? [];
  const select = useRef<HTMLInputElement>(null);
  useUnsaved(to !== null && (note !== '' || counter !== ''));
  // The button that saved it is gone then.
  useFocusFromBody(select, to);
  if (data.length === 0) return null;

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (!to || isPending || price === null) return;
    try {
      if (to === 'withdrawn') {
        const { refused, command_id } = await withdraw.mutateAsync({ letters: [letter], note });
        for (const { sentence } of refused) notice.alert(sentence);
        tellDone(`${letter.number} withdrawn.`, command_id, [letter]);
      } else {
        await set.mutateAsync({ letter, to, note, counter: price ?? null });
      }
      setChosen(null);
      setNote('');
      setCounter('');
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The state could not be changed. Please try again.'));
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="xs">
        <Select
          ref={select}
          label="Change the state"
          placeholder="Choose"
          data={data}
          value={to}
          clearable
          onChange={(value) => setChosen(value)}
        />
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
                loading={isPending}
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
