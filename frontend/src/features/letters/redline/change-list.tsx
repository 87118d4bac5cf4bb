import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { sentenceOf } from '../../../api/client';
import { useAcceptChanges, type Changes, type TextWithChanges } from './api';
import classes from './redline.module.css';
import { changeWords, textsOf } from './words';

interface ChangeListProps {
  readonly returnId: string;
  readonly changes: Changes;
  /** The letter's text with what was accepted. */
  readonly onText: (text: TextWithChanges) => void;
}

/** Every change, to be accepted or not. At first none is. */
export function ChangeList({ returnId, changes: { blocks, changes }, onText }: ChangeListProps) {
  const [accepted, setAccepted] = useState<ReadonlySet<number>>(new Set());
  const accept = useAcceptChanges(returnId);
  const all = accepted.size === changes.length;

  function toggle(place: number): void {
    const next = new Set(accepted);
    if (!next.delete(place)) next.add(place);
    setAccepted(next);
  }

  if (changes.length === 0) return null;
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text fw={650} size="sm">
          {accepted.size} of {changes.length} accepted
        </Text>
        <Button size="compact-xs" variant="default" onClick={() => setAccepted(new Set(all ? [] : changes.map((_, place) => place)))}>
          {all ? 'Reject all' : 'Accept all'}
        </Button>
      </Group>
      <ul className={classes.list} aria-label="Changes">
        {changes.map((change, place) => {
          const { old, new: text } = textsOf(blocks, place);
          return (
            <li key={place}>
              <Checkbox
                checked={accepted.has(place)}
                onChange={() => toggle(place)}
                label={changeWords(change)}
                description={[old, text].filter(Boolean).join(' → ')}
              />
            </li>
          );
        })}
      </ul>
      {accept.isError && (
        <Alert role="alert" color="red" variant="light" py="xs">
          {sentenceOf(accept.error, 'The text could not be made. Please try again.')}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button loading={accept.isPending} onClick={() => accept.mutate([...accepted], { onSuccess: onText })}>
          Make the next version with these changes
        </Button>
      </Group>
    </Stack>
  );
}
