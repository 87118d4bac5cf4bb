import { Text } from '@mantine/core';
import { useState } from 'react';
import { FormModal } from '../../ui/form-modal';
import { AdjustForm } from './adjust-form';
import { inputsOf, type CompSet, type ItemInput } from './api';
import classes from './comps.module.css';
import { ExcludeForm } from './exclude-form';
import { ItemLine } from './item-line';

interface Props {
  readonly set: CompSet;
  readonly saving: boolean;
  /** Resolves to whether it was saved. */
  readonly onChange: (items: ItemInput[]) => Promise<boolean>;
}

/** The sales of a set, with their adjustments. */
export function ItemList({ set, saving, onChange }: Props) {
  const [edited, setEdited] = useState<{ readonly what: 'adjust' | 'exclude'; readonly compId: string }>();
  const item = set.items.find(({ comp }) => comp.comp_id === edited?.compId);
  const close = () => setEdited(undefined);

  async function change(compId: string, to: Partial<ItemInput>): Promise<void> {
    const items = inputsOf(set).map((input) => (input.comp_id === compId ? { ...input, ...to } : input));
    if (await onChange(items)) close();
  }

  if (set.items.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No comparable sales yet.
      </Text>
    );
  }
  return (
    <>
      <ul className={classes.list} aria-label="Comparable sales">
        {set.items.map((each) => (
          <ItemLine
            key={each.comp.comp_id}
            item={each}
            unit={set.unit}
            disabled={saving}
            onAdjust={() => setEdited({ what: 'adjust', compId: each.comp.comp_id })}
            onExclude={() => setEdited({ what: 'exclude', compId: each.comp.comp_id })}
            onInclude={() => void change(each.comp.comp_id, { excluded_reason: null })}
            onRemove={() => void onChange(inputsOf(set).filter(({ comp_id }) => comp_id !== each.comp.comp_id))}
          />
        ))}
      </ul>
      <FormModal opened={item !== undefined && edited?.what === 'adjust'} onClose={close} title="Adjustments" size="lg">
        {item && (
          <AdjustForm
            item={item}
            saving={saving}
            onSave={(adjustments) => void change(item.comp.comp_id, { adjustments })}
            onCancel={close}
          />
        )}
      </FormModal>
      <FormModal opened={item !== undefined && edited?.what === 'exclude'} onClose={close} title="Exclude the sale">
        {item && (
          <ExcludeForm
            saving={saving}
            onExclude={(reason) => void change(item.comp.comp_id, { excluded_reason: reason })}
            onCancel={close}
          />
        )}
      </FormModal>
    </>
  );
}
