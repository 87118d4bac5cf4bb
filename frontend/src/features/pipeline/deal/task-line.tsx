import { Badge, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import { sentenceOf } from '../../../api/client';
import { isOverdue } from '../../../lib/days';
import { calendarDay, dateTime } from '../../../lib/format';
import { useNotice } from '../../../ui/dialogs';
import { useUnsaved } from '../../../ui/unsaved';
import { useAskedFor } from '../../../ui/use-asked-for';
import { useChangeTask, type DealTask } from './api';
import classes from './deal.module.css';
import { TaskFields, type TaskDraft } from './task-fields';

interface TaskLineProps {
  readonly task: DealTask;
  readonly busy: boolean;
  /** Whether a link asks for it. */
  readonly isAsked: boolean;
  readonly onTick: (done: boolean) => void;
}

const draftOf = ({ title, due_on, assigned_to }: DealTask): TaskDraft => ({ title, due_on: due_on ?? '', assigned_to });

/** A task: ticked when it is done, and edited in place. */
export function TaskLine({ task, busy, isAsked, onTick }: TaskLineProps) {
  const line = useAskedFor<HTMLLIElement>(isAsked);
  const [editing, setEditing] = useState(false);
  const [now] = useState(() => Date.now());
  const button = useRef<HTMLButtonElement>(null);
  const overdue = isOverdue(task, now);
  const due = task.due_on ? `Due ${calendarDay(task.due_on)}` : 'No day';

  function close(): void {
    setEditing(false);
    // The button is rendered again.
    setTimeout(() => button.current?.focus());
  }

  if (editing) {
    return (
      <li className={classes.item}>
        <TaskEdit task={task} onClose={close} />
      </li>
    );
  }
  return (
    <li ref={line} tabIndex={-1} className={classes.item}>
      <Group justify="space-between" wrap="nowrap" gap="xs" align="flex-start">
        <Checkbox
          label={task.title}
          checked={task.done_at !== null}
          aria-busy={busy}
          onChange={(event) => busy || onTick(event.currentTarget.checked)}
          description={
            <Text span size="xs" c={overdue ? 'red' : 'dimmed'}>
              {task.done_at ? `${doneWords(task)}, ${dateTime(task.done_at)}` : `${due} · ${task.assigned_to_name}`}
            </Text>
          }
        />
        <Group gap={4} wrap="nowrap" flex="none">
          {overdue && (
            <Badge color="red" variant="light" size="sm">
              Overdue
            </Badge>
          )}
          <Button
            ref={button}
            size="compact-xs"
            variant="subtle"
            color="gray"
            aria-label={`Edit the task ${task.title}`}
            onClick={() => setEditing(true)}
          >
            Edit
          </Button>
        </Group>
      </Group>
    </li>
  );
}

/** Who closed it: the system closes the tasks of a letter that has ended. */
function doneWords({ done_by_name, letter_number }: DealTask): string {
  if (done_by_name === null && letter_number) return `Closed with ${letter_number}`;
  return `Done by ${done_by_name ?? 'a former user'}`;
}

/** Title, day and person; of a letter's deadline only the person. Enter saves, Esc cancels. */
function TaskEdit({ task, onClose }: { readonly task: DealTask; readonly onClose: () => void }) {
  const [draft, setDraft] = useState(() => draftOf(task));
  const change = useChangeTask();
  const notice = useNotice();
  const title = draft.title.trim();
  const stored = draftOf(task);
  const changed = {
    ...(title !== stored.title && { title }),
    ...(draft.due_on !== stored.due_on && { due_on: draft.due_on || null }),
    ...(draft.assigned_to !== stored.assigned_to && draft.assigned_to !== null && { assigned_to: draft.assigned_to }),
  };
  const dirty = Object.keys(changed).length > 0;
  useUnsaved(dirty);

  async function save(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (!title || change.isPending) return;
    try {
      if (dirty) await change.mutateAsync({ task, ...changed });
      onClose();
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The task could not be changed. Please try again.'));
    }
  }

  function cancel(event: KeyboardEvent): void {
    // In the open list of people, Esc only closes that.
    const inList = event.target instanceof Element && event.target.ariaExpanded === 'true';
    if (event.key !== 'Escape' || inList || change.isPending) return;
    event.stopPropagation();
    onClose();
  }

  return (
    <form onSubmit={(event) => void save(event)} onKeyDown={cancel} noValidate>
      <Stack gap="xs">
        <TextInput
          size="xs"
          label="Task"
          autoFocus
          maxLength={200}
          readOnly={task.letter_id !== null}
          description={task.letter_id !== null && 'The letter says title and day.'}
          value={draft.title}
          onChange={(event) => setDraft({ ...draft, title: event.currentTarget.value })}
        />
        <TaskFields draft={draft} fixedDay={task.letter_id !== null} onChange={setDraft} assignedName={task.assigned_to_name} />
        <Group gap="xs" justify="flex-end">
          <Button size="xs" variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button size="xs" type="submit" disabled={!title} loading={change.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
