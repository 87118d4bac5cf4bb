import { Button, Divider, Select, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '../../api/client';
import { calendarDay, currency } from '../../lib/format';
import { QueryFailure } from '../../ui/query-panel';
import { compsQuery, type Comp } from './api';
import { SaleForm } from './sale-form';

interface Props {
  /** Sales that the set has. */
  readonly taken: readonly string[];
  readonly onAdd: (compId: string) => Promise<void>;
  readonly onCancel: () => void;
}

const nameOf = (comp: Comp) => `${comp.address ?? comp.parcel_number ?? 'Sale'}, ${calendarDay(comp.sale_date)}, ${currency(comp.price)}`;

/** Adds a sale to the set: one that the firm has, or a new one. */
export function AddSale({ taken, onAdd, onCancel }: Props) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [q] = useDebouncedValue(typed, 300);
  const found = useQuery(compsQuery(q));
  const choices = (found.data?.comps ?? []).filter(({ comp_id }) => !taken.includes(comp_id));
  return (
    <Stack>
      <QueryFailure query={found} sentence={sentenceOf(found.error, "The firm's sales could not be loaded.")} />
      <Select
        label="A sale that the firm has"
        placeholder="Address, parcel number, buyer or seller"
        searchable
        data-autofocus
        // It has the focus at first, and its list would cover the form.
        openOnFocus={false}
        data={choices.map((comp) => ({ value: comp.comp_id, label: nameOf(comp) }))}
        // The server has searched.
        filter={({ options }) => options}
        value={chosen}
        onChange={setChosen}
        onSearchChange={setTyped}
        nothingFoundMessage={found.isPending ? 'Loading...' : 'No sales found.'}
      />
      <Button variant="default" disabled={chosen === null} onClick={() => chosen !== null && void onAdd(chosen)}>
        Add this sale
      </Button>
      <Divider label="or a new one" />
      <SaleForm onSaved={onAdd} onCancel={onCancel} />
    </Stack>
  );
}
