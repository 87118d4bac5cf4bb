import { Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { sentenceOf } from '../../api/client';
import { useNotice } from '../../ui/dialogs';
import { FormModal } from '../../ui/form-modal';
import { AdjustForm } from './adjust-form';
import { inputsOf, useDeleteComp, useRestoreItem, type Comp, type CompSet, type CompSetItem, type ItemInput } from './api';
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
  const around = useRef<HTMLDivElement>(null);
  const remove = useDeleteComp();
  const restore = useRestoreItem(set.property_id);
  const notice = useNotice();

  async function change(compId: string, to: Partial<ItemInput>): Promise<void> {
    const items = inputsOf(set).map((input) => (input.comp_id === compId ? { ...input, ...to } : input));
    if (await onChange(items)) close();
  }

  async function leaveOut({ comp, adjustments }: CompSetItem): Promise<void> {
    const items = inputsOf(set);
    const place = items.findIndex(({ comp_id }) => comp_id === comp.comp_id);
    const [removed] = items.splice(place, 1);
    if (!removed || !(await onChange(items))) return;
    const next = items[place] ?? items.at(-1);
    const line = around.current?.querySelector<HTMLElement>(`[data-comp="${next?.comp_id ?? ''}"]`);
    (line ?? around.current)?.focus();
    const withThem = adjustments.length > 0 ? ' with its adjustments' : '';
    const sentence = `The sale of ${nameOf(comp)} was removed from this property's sales${withThem}.`;
    notice.undo(sentence, () => restore(removed, place));
  }

  async function takeAway(comp: Comp, isBack: boolean): Promise<void> {
    const compId = comp.comp_id;
    try {
      await remove.mutateAsync({ compId, restore: isBack });
      const undo = () => remove.mutateAsync({ compId, restore: true });
      if (!isBack) notice.undo(`The sale of ${nameOf(comp)} was deleted from the firm's sales.`, undo);
    } catch (reason) {
      notice.alert(sentenceOf(reason, `The sale could not be ${isBack ? 'restored' : 'deleted'}. Please try again.`));
    }
  }

  return (
    <div ref={around} tabIndex={-1} role="group" aria-label="Sales of the property">
      {set.items.length === 0 ? (
        <Text size="sm" c="dimmed">
          No comparable sales yet.
        </Text>
      ) : (
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
              onRemove={() => void leaveOut(each)}
            />
          ))}
        </ul>
      )}
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
    </div>
  );
}

const nameOf = ({ address, parcel_number }: Comp): string => address ?? parcel_number ?? 'a parcel';
