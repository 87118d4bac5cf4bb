import { Button, Group, Paper, Title } from '@mantine/core';
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode, type RefObject, type SyntheticEvent } from 'react';
import classes from './property.module.css';

interface Props {
  readonly title: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A section of the property page, with a title and one action. */
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

/** Focus management of inline editing: focuses the first field, and afterwards the edit button, unless the focus has moved elsewhere. */
function useEditFocus(editing: boolean, form: RefObject<HTMLFormElement | null>, button: RefObject<HTMLButtonElement | null>): void {
  const before = useRef(editing);
  useEffect(() => {
    if (before.current === editing) return;
    before.current = editing;
    if (editing) {
      const first = form.current?.querySelector('input');
      first?.focus();
      first?.select();
    } else if (document.activeElement === document.body) {
      button.current?.focus();
    }
  }, [editing, form, button]);
}

interface EditProps {
  readonly editing: boolean;
  readonly saving: boolean;
  readonly onSave: () => void;
  readonly onCancel: () => void;
  /** The content, with the edit button's ref; a form with {@link EditActions} while editing. */
  readonly children: (button: RefObject<HTMLButtonElement | null>) => ReactNode;
}

/** Inline editing as a form: Enter saves, Esc cancels. */
export function EditForm({ editing, saving, onSave, onCancel, children }: EditProps) {
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEditFocus(editing, form, button);

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (!saving) onSave();
  }

  function cancel(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !editing || saving) return;
    event.stopPropagation();
    onCancel();
  }

  return (
    <form ref={form} onSubmit={submit} onKeyDown={cancel} noValidate>
      {children(button)}
    </form>
  );
}

interface ActionsProps {
  readonly saving: boolean;
  readonly onCancel: () => void;
}

/** Save and Cancel of an {@link EditForm}. */
export function EditActions({ saving, onCancel }: ActionsProps) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Button size="xs" type="submit" loading={saving}>
        Save
      </Button>
      <Button size="xs" variant="default" onClick={onCancel} disabled={saving}>
        Cancel
      </Button>
    </Group>
  );
}

interface EditPanelProps extends Omit<EditProps, 'children'> {
  readonly title: string;
  readonly onEdit: () => void;
  readonly children: ReactNode;
}

/** A panel that is edited as a whole. */
export function EditPanel({ title, onEdit, children, ...edit }: EditPanelProps) {
  return (
    <EditForm {...edit}>
      {(button) => (
        <Panel
          title={title}
          action={
            edit.editing ? (
              <EditActions saving={edit.saving} onCancel={edit.onCancel} />
            ) : (
              <Button ref={button} size="xs" variant="default" onClick={onEdit}>
                Edit
              </Button>
            )
          }
        >
          {children}
        </Panel>
      )}
    </EditForm>
  );
}
