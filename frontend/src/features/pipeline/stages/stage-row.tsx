import { ActionIcon, Button, Checkbox, Group, NumberInput, Select, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { facts, kinds, milestoneWords, withKind, type StageDraft } from './stage-drafts';
import classes from './stages.module.css';

interface StageRowProps {
  readonly draft: StageDraft;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** The message for a field, if the server refused it. */
  readonly faultOf: (field: string) => string | undefined;
  readonly onChange: (draft: StageDraft) => void;
  readonly onMove: (step: -1 | 1) => void;
  readonly onRemove: () => void;
}

/** A stage: its name and place, and on request what it requires. */
export function StageRow({ draft, isFirst, isLast, faultOf, onChange, onMove, onRemove }: StageRowProps) {
  const [open, setOpen] = useState(false);
  const name = draft.name.trim() || 'New stage';
  const shown = open || faultOf('kind') !== undefined || faultOf('stale_after_days') !== undefined;
  // Not disabled at the ends, because a disabled button loses the focus.
  const button = { variant: 'subtle', color: 'gray', size: 30 } as const;
  return (
    <li className={classes.row} data-stage={draft.key}>
      <div className={classes.line}>
        <TextInput
          aria-label={`Name of ${name}`}
          data-autofocus={isFirst || undefined}
          placeholder="Name"
          maxLength={60}
          value={draft.name}
          error={faultOf('name')}
          onChange={(event) => onChange({ ...draft, name: event.currentTarget.value })}
        />
        <ActionIcon {...button} aria-label={`Move ${name} up`} data-up aria-disabled={isFirst} onClick={() => onMove(-1)}>
          <IconArrowUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon {...button} aria-label={`Move ${name} down`} data-down aria-disabled={isLast} onClick={() => onMove(1)}>
          <IconArrowDown size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon {...button} color="red" aria-label={`Remove ${name}`} onClick={onRemove}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </div>
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed">
          {summaryOf(draft)}
        </Text>
        <Button size="compact-xs" variant="subtle" aria-expanded={shown} aria-label={`Rules of ${name}`} onClick={() => setOpen(!shown)}>
          Rules
        </Button>
      </Group>
      {shown && <Rules draft={draft} faultOf={faultOf} onChange={onChange} />}
    </li>
  );
}

/** 'Open · needs 2 facts · stalled after 14 days'. */
function summaryOf({ kind, required_facts, stale_after_days, archived }: StageDraft): string {
  const needs = required_facts.length;
  return [
    kinds.find(({ value }) => value === kind)?.label,
    needs > 0 && (needs === 1 ? 'needs 1 fact' : `needs ${needs} facts`),
    stale_after_days !== null && `stalled after ${stale_after_days.toLocaleString('en-US')} days`,
    archived && 'archived',
  ]
    .filter(Boolean)
    .join(' · ');
}

function Rules({ draft, faultOf, onChange }: Pick<StageRowProps, 'draft' | 'faultOf' | 'onChange'>) {
  const byItself = draft.milestone && milestoneWords[draft.milestone];
  return (
    <Stack gap="sm" mt="xs">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Select
          label="Deals here are"
          data={kinds}
          allowDeselect={false}
          value={draft.kind}
          disabled={draft.milestone !== null}
          error={faultOf('kind')}
          onChange={(kind) => kind && onChange(withKind(draft, kind))}
        />
        {draft.kind === 'open' && (
          <NumberInput
            label="Stalled after days"
            placeholder="Never"
            hideControls
            min={1}
            max={3650}
            allowDecimal={false}
            allowNegative={false}
            value={draft.stale_after_days ?? ''}
            error={faultOf('stale_after_days')}
            onChange={(days) => onChange({ ...draft, stale_after_days: typeof days === 'number' ? days : null })}
          />
        )}
      </SimpleGrid>
      {byItself && (
        <Text size="xs" c="dimmed">
          {byItself}
        </Text>
      )}
      <Checkbox.Group
        label="A person moves a deal here only with"
        value={[...draft.required_facts]}
        onChange={(chosen) => onChange({ ...draft, required_facts: chosen })}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={10} mt={6}>
          {facts.map(({ value, label }) => (
            <Checkbox key={value} size="xs" value={value} label={label} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <Switch
        color="ink"
        size="xs"
        label="Archived: keeps its deals and takes no more"
        checked={draft.archived}
        onChange={(event) => onChange({ ...draft, archived: event.currentTarget.checked })}
      />
    </Stack>
  );
}
