import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type SyntheticEvent } from 'react';
import { sentenceOf } from '../../../api/client';
import { peopleQuery } from '../../../api/queries/people';
import { currentUserId } from '../../../lib/session';
import { useNotice } from '../../../ui/dialogs';
import { useUnsaved } from '../../../ui/unsaved';
import { useAddTask, type DealKey } from './api';
import classes from './deal.module.css';

/** Adds a task; day and person are asked for once there is a title. */
export function TaskForm({ dealKey }: { readonly dealKey: DealKey }) {
  const people = useQuery(peopleQuery);
  const [title, setTitle] = useState('');
  const [dueOn, setDueOn] = useState('');
  const [person, setPerson] = useState(currentUserId);
  const add = useAddTask(dealKey);
  const notice = useNotice();
  const first = useRef<HTMLInputElement>(null);
  const wanted = title.trim();
  const edit = useUnsaved(wanted !== '');

  function clear(): void {
    setTitle('');
    setDueOn('');
    setPerson(currentUserId());
    first.current?.focus();
  }

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (!wanted || !person || add.isPending) return;
    try {
      await add.mutateAsync({ title: wanted, due_on: dueOn || null, assigned_to: person });
      edit.saved();
      clear();
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The task could not be added. Please try again.'));
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="xs" mt="xs">
        <TextInput
          ref={first}
          size="xs"
          label="New task"
          maxLength={200}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        {wanted && (
          <>
            <div className={classes.halves}>
              <TextInput size="xs" type="date" label="Due" value={dueOn} onChange={(event) => setDueOn(event.currentTarget.value)} />
              <Select
                size="xs"
                label="Person"
                data={(people.data ?? []).map(({ user_id, name }) => ({ value: user_id, label: name }))}
                allowDeselect={false}
                value={person}
                error={people.isError && 'The people could not be loaded.'}
                onChange={setPerson}
              />
            </div>
            <Group gap="xs" justify="flex-end">
              <Button size="xs" variant="default" onClick={clear}>
                Cancel
              </Button>
              <Button size="xs" type="submit" loading={add.isPending}>
                Add task
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </form>
  );
}
