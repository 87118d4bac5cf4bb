import { Button, Group, NumberInput, Select, Stack, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { showFaults } from '../../ui/show-faults';
import { useUnsaved } from '../../ui/unsaved';
import type { Adjustment, AdjustmentKind, CompSetItem } from './api';
import classes from './comps.module.css';
import { kindWords } from './words';

interface Draft {
  readonly kind: AdjustmentKind;
  readonly unit: Adjustment['unit'];
  readonly amount: string | number;
  readonly reason: string;
}

interface Props {
  readonly item: CompSetItem;
  readonly saving: boolean;
  readonly onSave: (adjustments: Adjustment[]) => void;
  readonly onCancel: () => void;
}

const kinds = Object.entries(kindWords).map(([value, label]) => ({ value, label }));
const unitChoices = [
  { value: 'percent', label: '%' },
  { value: 'dollars', label: '$' },
];
const hasAmount = ({ amount }: Draft): boolean => typeof amount === 'number';
const hasReason = ({ reason }: Draft): boolean => reason.trim() !== '';
const blank: Draft = { kind: 'location', unit: 'percent', amount: '', reason: '' };

/** The adjustments of a sale toward the property: above 0 when the sale is inferior. */
export function AdjustForm({ item, saving, onSave, onCancel }: Props) {
  const [drafts, setDrafts] = useState<readonly Draft[]>(item.adjustments.length > 0 ? item.adjustments : [blank]);
  const [edited, setEdited] = useState(false);
  const [tried, setTried] = useState(false);
  const { mayLeave } = useUnsaved(edited);

  function show(next: readonly Draft[]): void {
    setDrafts(next);
    setEdited(true);
  }

  function submit(event: SyntheticEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (saving) return;
    if (drafts.some((draft) => !hasAmount(draft) || !hasReason(draft))) showFaults(event.currentTarget, () => setTried(true));
    else onSave(drafts.map((draft) => ({ ...draft, amount: Number(draft.amount), reason: draft.reason.trim() })));
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {drafts.map((draft, place) => {
          const change = (to: Partial<Draft>) => show(drafts.map((each, at) => (at === place ? { ...each, ...to } : each)));
          return (
            <fieldset key={place} className={classes.adjustment} aria-label={`Adjustment ${place + 1}`}>
              <Select
                label="For"
                data={kinds}
                allowDeselect={false}
                data-autofocus={place === 0 || undefined}
                value={draft.kind}
                onChange={(kind) => change({ kind: kind as AdjustmentKind })}
              />
              <NumberInput
                label="Amount"
                required
                hideControls
                decimalScale={6}
                value={draft.amount}
                error={tried && !hasAmount(draft) && 'Enter a number.'}
                onChange={(amount) => change({ amount })}
              />
              <Select
                label="In"
                data={unitChoices}
                allowDeselect={false}
                value={draft.unit}
                onChange={(unit) => change({ unit: unit as Draft['unit'] })}
              />
              <TextInput
                label="Reason"
                required
                maxLength={200}
                value={draft.reason}
                error={tried && !hasReason(draft) && 'Enter the reason.'}
                onChange={(event) => change({ reason: event.currentTarget.value })}
              />
              <Button variant="subtle" size="compact-sm" onClick={() => show(drafts.filter((_, at) => at !== place))}>
                Remove
              </Button>
            </fieldset>
          );
        })}
        <Group justify="space-between">
          <Button variant="default" onClick={() => show([...drafts, blank])} disabled={drafts.length >= 20}>
            Add an adjustment
          </Button>
          <Group gap="xs">
            <Button variant="default" onClick={() => void mayLeave().then((leave) => leave && onCancel())}>
              Cancel
            </Button>
            <Button type="submit" loading={saving}>
              Save
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}
