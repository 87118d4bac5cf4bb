import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { sentenceOf } from '../../../api/client';
import { currentUserId } from '../../../lib/session';
import { useNotice } from '../../../ui/dialogs';
import { useUnsaved } from '../../../ui/unsaved';
import { afterSearch } from '../../../ui/use-asked-for';
import { useAddTask, type DealKey } from './api';
import { TaskFields, type TaskDraft } from './task-fields';

const blank = (): TaskDraft => ({ title: '', due_on: '', assigned_to: currentUserId() });

interface TaskFormProps {
  readonly dealKey: DealKey;
  /** Set, and anew each time, when a task was asked for elsewhere: the form gets the focus. */
  readonly askedAt?: string | undefined;
}

/** Adds a task; day and person are asked for once there is a title. */
export function TaskForm({ dealKey, askedAt }: TaskFormProps) {
  const [draft, setDraft] = useState(blank);
  const add = useAddTask(dealKey);
  const notice = useNotice();
  const first = useRef<HTMLInputElement>(null);
  const title = draft.title.trim();
  useUnsaved(title !== '');
  useEffect(() => {
    if (askedAt === undefined) return;
    const timer = setTimeout(() => first.current?.focus(), afterSearch);
    return () => clearTimeout(timer);
  }, [askedAt]);

  function clear(): void {
    setDraft(blank());
    first.current?.focus();
  }

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (!title || draft.assigned_to === null || add.isPending) return;
    try {
      await add.mutateAsync({ title, due_on: draft.due_on || null, assigned_to: draft.assigned_to });
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
          value={draft.title}
          onChange={(event) => setDraft({ ...draft, title: event.currentTarget.value })}
        />
        {title && (
          <>
            <TaskFields draft={draft} onChange={setDraft} />
            <Group gap="xs" justify="flex-end">
              <Button size="xs" variant="default" onClick={clear}>
                Cancel
              </Button>
              <Button size="xs" type="submit" disabled={draft.assigned_to === null} loading={add.isPending}>
                Add task
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </form>
  );
}
