import { Button, Group, Text, TextInput } from '@mantine/core';
import type { SyntheticEvent } from 'react';
import { ApiProblem, sentenceOf } from '../../api/client';
import { calendarDay } from '../../lib/format';
import { useNotice } from '../../ui/dialogs';
import { Fact } from '../../ui/fact';
import { useSetDates, type Letter } from './api';
import { Section } from './section';
import { useEntered, type Entered } from './use-entered';
import { fixedDates } from './words';

/** The deadlines of the letter's own terms, and the days from which they are counted. */
export function DeadlinesSection({ letter }: { readonly letter: Letter }) {
  const { deadlines, dates } = letter;
  const fixed = fixedDates(letter.date_terms);
  if (deadlines.length === 0) return null;
  return (
    <Section title="Deadlines">
      {deadlines.map(({ name, label, on, words }) => (
        <Fact key={name} label={label}>
          {on ? `${calendarDay(on)}: ${words}` : words}
        </Fact>
      ))}
      {fixed && (
        <Text size="xs" c="dimmed">
          {fixed}
        </Text>
      )}
      {dates.refusal === null && <DatesForm letter={letter} />}
    </Section>
  );
}

type Field = 'psa_executed_on' | 'materials_delivered_on';

const fields: readonly { name: Field; label: string; description: string }[] = [
  { name: 'psa_executed_on', label: 'Purchase agreement executed', description: 'Empty until it is.' },
  { name: 'materials_delivered_on', label: 'Access and materials delivered', description: 'The later day of the two.' },
];

function DatesForm({ letter }: { readonly letter: Letter }) {
  const days: Readonly<Record<Field, Entered>> = {
    psa_executed_on: useEntered(letter.dates.psa_executed_on ?? ''),
    materials_delivered_on: useEntered(letter.dates.materials_delivered_on ?? ''),
  };
  const set = useSetDates(letter);
  const notice = useNotice();
  const errors = set.error instanceof ApiProblem ? set.error.fields : {};
  const dirty = fields.some(({ name }) => days[name].isChanged);

  async function save(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (set.isPending) return;
    try {
      await set.mutateAsync({
        psa_executed_on: days.psa_executed_on.text || null,
        materials_delivered_on: days.materials_delivered_on.text || null,
      });
    } catch (reason) {
      if (reason instanceof ApiProblem && fields.some(({ name }) => reason.fields[name])) return;
      notice.alert(sentenceOf(reason, 'The dates could not be saved. Please try again.'));
    }
  }

  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <Group gap="xs" align="flex-end">
        {fields.map(({ name, label, description }) => (
          <TextInput
            key={name}
            type="date"
            label={label}
            description={description}
            flex={1}
            miw={180}
            value={days[name].text}
            error={errors[name]}
            onChange={(event) => days[name].set(event.currentTarget.value)}
          />
        ))}
        <Button type="submit" size="sm" variant="default" loading={set.isPending} disabled={!dirty}>
          Save
        </Button>
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        Deadlines with a date are tasks of the deal, and follow these days.
      </Text>
    </form>
  );
}
