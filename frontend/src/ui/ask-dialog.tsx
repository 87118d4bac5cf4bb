import { Autocomplete, Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { useFocusBack } from './focus-back';

interface AskDialogProps {
  readonly title: string;
  /** The line of text to ask for, if any. */
  readonly text?: {
    readonly label: string;
    readonly maxLength: number;
    readonly required?: boolean;
    /** Texts that are offered while typing. */
    readonly suggestions?: readonly string[];
  };
  /** The day to ask for, if any; it may be left empty. */
  readonly day?: { readonly label: string; readonly description?: string };
  readonly onClose: () => void;
  /** Called with the trimmed text and the day. */
  readonly onSave: (text: string, day: string | null) => void;
}

/** Asks for a line of text, a day, or both. */
export function AskDialog({ title, text, day, onClose, onSave }: AskDialogProps) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState('');
  useFocusBack();
  const entered = typed.trim();
  const lacks = text?.required === true && entered === '';

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (!lacks) onSave(entered, chosen || null);
  }

  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submit}>
        <Stack>
          {text?.suggestions && (
            <Autocomplete
              label={text.label}
              maxLength={text.maxLength}
              data-autofocus
              openOnFocus={false}
              limit={20}
              data={[...text.suggestions]}
              comboboxProps={{ keepMounted: false }}
              value={typed}
              onChange={setTyped}
            />
          )}
          {text && !text.suggestions && (
            <TextInput
              label={text.label}
              maxLength={text.maxLength}
              data-autofocus
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
          {day && (
            <TextInput
              type="date"
              {...day}
              data-autofocus={text ? undefined : true}
              value={chosen}
              onChange={(event) => setChosen(event.currentTarget.value)}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={lacks}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
