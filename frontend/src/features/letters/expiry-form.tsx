import { Button, Group, Text, TextInput } from '@mantine/core';
import type { SyntheticEvent } from 'react';
import { ApiProblem, sentenceOf } from '../../api/client';
import { calendarDay } from '../../lib/format';
import { useNotice } from '../../ui/dialogs';
import { useUnsaved } from '../../ui/unsaved';
import { useSetExpiry, type Letter } from './api';
import { Section } from './section';
import { useEntered } from './use-entered';

/** When the letter expires, and a field to set or clear the day that the firm chose. */
export function ExpiryForm({ letter }: { readonly letter: Letter }) {
  const { expiry } = letter;
  const day = useEntered(expiry?.on ?? '');
  const set = useSetExpiry(letter);
  const notice = useNotice();
  useUnsaved(day.isChanged);
  const canSet = ['draft', 'approved', 'sent', 'opened'].includes(letter.status) && !letter.withdrawn_at && !expiry?.in_text;
  const error = set.error instanceof ApiProblem ? set.error.fields['expires_on'] : undefined;

  async function save(to: string | null): Promise<void> {
    if (set.isPending) return;
    try {
      await set.mutateAsync(to);
    } catch (reason) {
      if (reason instanceof ApiProblem && reason.fields['expires_on']) return;
      notice.alert(sentenceOf(reason, 'The last day could not be saved. Please try again.'));
    }
  }

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    void save(day.text || null);
  }

  if (!canSet && !expiry) return null;
  return (
    <Section title="Expiry">
      <Text size="sm">
        {expiry
          ? `${calendarDay(expiry.on)}, ${expiry.time} ${expiry.zone_name}, ${expiry.in_text ? 'as the letter says' : 'set by the firm'}`
          : 'The letter does not expire.'}
      </Text>
      {canSet && (
        <form onSubmit={submit} noValidate>
          <Group gap="xs" align="flex-end">
            <TextInput
              type="date"
              label="Last day"
              description="Until 17:00 where the property is. The letter does not say it."
              flex={1}
              miw={180}
              value={day.text}
              error={error}
              onChange={(event) => day.set(event.currentTarget.value)}
            />
            <Button type="submit" size="sm" variant="default" loading={set.isPending} disabled={!day.isChanged}>
              Save
            </Button>
          </Group>
        </form>
      )}
    </Section>
  );
}
