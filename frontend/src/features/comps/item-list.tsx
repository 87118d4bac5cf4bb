import { Text } from '@mantine/core';
import { useState } from 'react';
import { sentenceOf } from '../../api/client';
import { useNotice } from '../../ui/dialogs';
import { FormModal } from '../../ui/form-modal';
import { AdjustForm } from './adjust-form';
import { inputsOf, useDeleteComp, type Comp, type CompSet, type ItemInput } from './api';
import classes from './comps.module.css';
import { ExcludeForm } from './exclude-form';
import { ItemLine } from './item-line';
import { SaleForm } from './sale-form';

interface Props {
  readonly set: CompSet;
  readonly saving: boolean;
  /** Resolves to whether it was saved. */
  readonly onChange: (items: ItemInput[]) => Promise<boolean>;
}

/** The sales of a set, with their adjustments. */
export function ItemList({ set, saving, onChange }: Props) {
  const [edited, setEdited] = useState<{ readonly what: 'adjust' | 'exclude' | 'edit'; readonly compId: string }>();
  const item = set.items.find(({ comp }) => comp.comp_id === edited?.compId);
  const close = () => setEdited(undefined);
  const remove = useDeleteComp();
  const notice = useNotice();

  async function change(compId: string, to: Partial<ItemInput>): Promise<void> {
    const items = inputsOf(set).map((input) => (input.comp_id === compId ? { ...input, ...to } : input));
    if (await onChange(items)) close();
  }

  async function takeAway({ comp_id, address, parcel_number }: Comp, restore: boolean): Promise<void> {
    try {
      await remove.mutateAsync({ compId: comp_id, restore });
      const undo = () => remove.mutateAsync({ compId: comp_id, restore: true });
      if (!restore) notice.undo(`The sale of ${address ?? parcel_number ?? 'a parcel'} was deleted from the firm's sales.`, undo);
    } catch (reason) {
      notice.alert(sentenceOf(reason, `The sale could not be ${restore ? 'restored' : 'deleted'}. Please try again.`));
    }
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
            disabled={saving || remove.isPending}
            onAdjust={() => setEdited({ what: 'adjust', compId: each.comp.comp_id })}
            onExclude={() => setEdited({ what: 'exclude', compId: each.comp.comp_id })}
            onInclude={() => void change(each.comp.comp_id, { excluded_reason: null })}
            onEdit={() => setEdited({ what: 'edit', compId: each.comp.comp_id })}
            onDelete={(restore) => void takeAway(each.comp, restore)}
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
      <FormModal opened={item !== undefined && edited?.what === 'edit'} onClose={close} title="Edit the sale" size="lg">
        {item && (
          <SaleForm
            comp={item.comp}
            onSaved={() => {
              close();
              return Promise.resolve();
            }}
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
