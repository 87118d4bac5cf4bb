import { TextInput } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';

interface EditFieldProps {
  /** What is edited, such as 'Phone of Ann Lee'. */
  readonly label: string;
  readonly value: string;
  /** Saves the text; returns why it could not be saved. */
  readonly onSave: (text: string) => Promise<string | undefined>;
  /** Called when it was saved or left; `byKey` unless the focus went elsewhere. */
  readonly onEnd: (byKey: boolean) => void;
}

/** The field of a value that is edited where it is shown: Enter saves, Esc leaves it as it was. */
export function EditField({ label, value, onSave, onEnd }: EditFieldProps) {
  const [draft, setDraft] = useState(value);
  const [isSaving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  async function save(): Promise<void> {
    const text = draft.trim();
    if (text === value.trim()) {
      onEnd(true);
      return;
    }
    setSaving(true);
    const sentence = await onSave(text);
    setSaving(false);
    if (sentence === undefined) onEnd(true);
    else setRefusal(sentence);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    event.stopPropagation();
    if (event.key === 'Escape') {
      event.preventDefault();
      onEnd(true);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      void save();
    }
  }

  return (
    <TextInput
      size="xs"
      aria-label={label}
      autoFocus
      value={draft}
      error={refusal}
      disabled={isSaving}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={() => {
        if (!isSaving && refusal === undefined) onEnd(false);
      }}
    />
  );
}
