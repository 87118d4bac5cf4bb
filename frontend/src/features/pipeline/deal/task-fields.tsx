import { Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { peopleQuery } from '../../../api/queries/people';
import classes from './deal.module.css';

export interface TaskDraft {
  readonly title: string;
  /** Empty: no day. */
  readonly due_on: string;
  /** A user's id. */
  readonly assigned_to: string | null;
}

interface TaskFieldsProps {
  readonly draft: TaskDraft;
  readonly onChange: (draft: TaskDraft) => void;
  /** The name of the present person, who can have left the firm. */
  readonly assignedName?: string;
  /** The day of a letter's deadline is the letter's. */
  readonly fixedDay?: boolean;
}

/** Day and person of a task. */
export function TaskFields({ draft, onChange, assignedName, fixedDay = false }: TaskFieldsProps) {
  const people = useQuery(peopleQuery);
  const data = (people.data ?? []).map(({ user_id, name }) => ({ value: user_id, label: name }));
  if (assignedName !== undefined && draft.assigned_to !== null && data.every(({ value }) => value !== draft.assigned_to)) {
    data.unshift({ value: draft.assigned_to, label: assignedName });
  }
  return (
    <div className={classes.halves}>
      <TextInput
        size="xs"
        type="date"
        label="Due"
        readOnly={fixedDay}
        value={draft.due_on}
        onChange={(event) => onChange({ ...draft, due_on: event.currentTarget.value })}
      />
      <Select
        size="xs"
        label="Person"
        data={data}
        allowDeselect={false}
        value={draft.assigned_to}
        error={people.isError && 'The people could not be loaded.'}
        onChange={(assigned_to) => onChange({ ...draft, assigned_to })}
      />
    </div>
  );
}
