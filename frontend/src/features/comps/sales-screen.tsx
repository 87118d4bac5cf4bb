import { Anchor, Table, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { sentenceOf } from '../../api/client';
import { salesQuery } from '../../api/queries/comps';
import { calendarDay, currency } from '../../lib/format';
import { EmptyRow, type Column } from '../../ui/data-table';
import { FormModal } from '../../ui/form-modal';
import { LoadingPage } from '../../ui/loading-page';
import { ListFailure } from '../../ui/query-panel';
import { usePages } from '../../ui/use-pages';
import { Value } from '../../ui/value';
import { VirtualTable } from '../../ui/virtual-table';
import type { Comp } from './api';
import classes from './comps.module.css';
import { SaleForm } from './sale-form';

interface SalesScreenProps {
  /** What is searched at first. */
  readonly q: string;
  /** Id of the open sale. */
  readonly shown: string | null;
  readonly onShow: (compId: string | null) => void;
  /** Whether a new one is being added. */
  readonly adding: boolean;
  readonly onAdding: (adding: boolean) => void;
}

const nameOf = ({ address, parcel_number }: Comp): string => address ?? parcel_number ?? 'Sale';

const columns: readonly Column[] = [
  { label: 'Address' },
  { label: 'Sold' },
  { label: 'Price', numeric: true },
  { label: 'Buyer' },
  { label: 'Seller' },
  { label: 'Source' },
];

/** The firm's comparable sales, the latest first; each can be changed, and others added. */
export function SalesScreen({ q, shown, onShow, adding, onAdding }: SalesScreenProps) {
  const [typed, setTyped] = useState(q);
  const [words] = useDebouncedValue(typed.trim(), 200);
  const sales = usePages(
    salesQuery(words),
    (page) => page.comps,
    ({ comp_id }) => comp_id,
  );
  const open = sales.rows?.find(({ comp_id }) => comp_id === shown);
  const close = () => onShow(null);
  return (
    <>
      <TextInput
        mb="md"
        maw={420}
        type="search"
        aria-label="Search comparable sales"
        placeholder="Address, parcel number, buyer or seller"
        leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <ListFailure query={sales} sentence={sentenceOf(sales.error, "The firm's sales could not be loaded.")} />
      {sales.isPending && <LoadingPage />}
      {sales.rows && (
        <VirtualTable
          caption="Comparable sales"
          columns={columns}
          rows={sales.rows}
          keyOf={({ comp_id }) => comp_id}
          total={sales.total}
          hasMore={sales.hasMore}
          onEnd={sales.onEnd}
          onView={sales.onView}
          empty={<EmptyRow columns={columns.length}>No sales found</EmptyRow>}
          row={(sale, tr) => (
            <Table.Tr {...tr}>
              <Table.Td>
                <Anchor
                  component="button"
                  size="sm"
                  ta="left"
                  className={classes.opener ?? ''}
                  title={nameOf(sale)}
                  onClick={() => onShow(sale.comp_id)}
                >
                  {nameOf(sale)}
                </Anchor>
              </Table.Td>
              <Table.Td>{calendarDay(sale.sale_date)}</Table.Td>
              <Table.Td ta="right">{currency(sale.price)}</Table.Td>
              <Table.Td>
                <Value>{sale.buyer}</Value>
              </Table.Td>
              <Table.Td>
                <Value>{sale.seller}</Value>
              </Table.Td>
              <Table.Td>{sale.source}</Table.Td>
            </Table.Tr>
          )}
        />
      )}
      <FormModal opened={open !== undefined} onClose={close} title="Edit the sale" size="lg">
        {open && (
          <SaleForm
            comp={open}
            onSaved={() => {
              close();
              return Promise.resolve();
            }}
            onCancel={close}
          />
        )}
      </FormModal>
      <FormModal opened={adding} onClose={() => onAdding(false)} title="Add a sale" size="lg">
        <SaleForm
          onSaved={() => {
            onAdding(false);
            return Promise.resolve();
          }}
          onCancel={() => onAdding(false)}
        />
      </FormModal>
    </>
  );
}
