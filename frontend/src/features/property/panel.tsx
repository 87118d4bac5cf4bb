import { Button, Group, Paper, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './property.module.css';

interface Props {
  readonly title: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A section of the property page, with its name and its one action. */
export function Panel({ title, action, children }: Props) {
  const id = useId();
  return (
    <Paper component="section" aria-labelledby={id} className={classes.panel}>
      <Group justify="space-between" mb="sm" wrap="nowrap" mih={30}>
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {action}
      </Group>
      {children}
    </Paper>
  );
}

interface EditProps {
  readonly editing: boolean;
  readonly saving: boolean;
  readonly onEdit: () => void;
  readonly onSave: () => void;
  readonly onCancel: () => void;
}

/** Edit, or Save and Cancel while editing. */
export function EditActions({ editing, saving, onEdit, onSave, onCancel }: EditProps) {
  if (!editing) {
    return (
      <Button size="xs" variant="default" onClick={onEdit}>
        Edit
      </Button>
    );
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <Button size="xs" onClick={onSave} loading={saving}>
        Save
      </Button>
      <Button size="xs" variant="default" onClick={onCancel} disabled={saving}>
        Cancel
      </Button>
    </Group>
  );
}
