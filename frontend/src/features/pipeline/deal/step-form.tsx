import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useRef, useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import { useUnsaved } from '../../../ui/unsaved';
import type { Change, Deal } from '../api';
import classes from './deal.module.css';

interface StepFormProps {
  readonly deal: Deal;
  /** Whether the reason of a dropped deal is asked for too. */
  readonly withReason: boolean;
  /** Returns whether it was saved. */
  readonly onSave: (what: Change) => Promise<boolean>;
}

type Draft = Record<'next_step' | 'next_step_on' | 'drop_reason', string>;

const names = ['next_step', 'next_step_on', 'drop_reason'] as const;

/** Next step with its day, and the reason of a dropped deal: Enter saves, Esc cancels. */
export function StepForm({ deal, withReason, onSave }: StepFormProps) {
  const [typed, setTyped] = useState<Partial<Draft>>({});
  const [saving, setSaving] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const changed = names.filter((name) => typed[name] !== undefined && typed[name].trim() !== (deal[name] ?? ''));
  const dirty = changed.length > 0;
  useUnsaved(dirty);

  /** The buttons are gone then: the focus of one goes to the first field. */
  function clear(): void {
    if (buttons.current?.contains(document.activeElement)) first.current?.focus();
    setTyped({});
  }

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (!dirty || saving) return;
    setSaving(true);
    const saved = await onSave(Object.fromEntries(changed.map((name) => [name, typed[name]?.trim() || null])));
    setSaving(false);
    if (saved) clear();
  }

  function cancel(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !dirty || saving) return;
    event.stopPropagation();
    clear();
  }

  const field = (name: keyof Draft) => ({
    value: typed[name] ?? deal[name] ?? '',
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      const { value } = event.currentTarget;
      setTyped((before) => ({ ...before, [name]: value }));
    },
  });

  return (
    <form onSubmit={(event) => void submit(event)} onKeyDown={cancel} noValidate>
      <Stack gap="xs">
        <div className={classes.pair}>
          <TextInput ref={first} label="Next step" maxLength={200} {...field('next_step')} />
          <TextInput type="date" label="On" {...field('next_step_on')} />
        </div>
        {withReason && <TextInput label="Reason for dropping" maxLength={500} {...field('drop_reason')} />}
        {dirty && (
          <Group ref={buttons} gap="xs" justify="flex-end">
            <Button size="xs" variant="default" disabled={saving} onClick={clear}>
              Cancel
            </Button>
            <Button size="xs" type="submit" loading={saving}>
              Save
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
