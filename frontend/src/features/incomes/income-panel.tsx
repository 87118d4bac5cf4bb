import { Button, NumberInput, Skeleton, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '../../api/client';
import { currency } from '../../lib/format';
import { FormModal } from '../../ui/form-modal';
import { QueryPanel } from '../../ui/query-panel';
import { incomesQuery, type Income, type IncomeKind } from './api';
import { IncomeForm } from './income-form';
import { IncomeLine } from './income-line';
import classes from './incomes.module.css';
import { kindWords } from './words';

const kinds = Object.keys(kindWords) as IncomeKind[];

/** Incomes of a property by kind, and their cap rates at a price. */
export function IncomePanel({ propertyId }: { readonly propertyId: string }) {
  const [typed, setTyped] = useState<string | number>('');
  const [settled] = useDebouncedValue(typed, 300);
  const price = typeof settled === 'number' && settled > 0 ? settled : undefined;
  const [edited, setEdited] = useState<Income | 'new'>();
  const incomes = useQuery({ ...incomesQuery(propertyId, price), placeholderData: keepPreviousData });
  const close = () => setEdited(undefined);
  return (
    <Stack gap="sm">
      <NumberInput
        size="xs"
        label="Cap rates at a price of ($)"
        placeholder="The offer value"
        hideControls
        min={0}
        decimalScale={2}
        thousandSeparator=","
        error={typeof typed === 'number' && typed <= 0 ? 'Use a price above 0.' : undefined}
        value={typed}
        onChange={setTyped}
      />
      <QueryPanel query={incomes} failure={sentenceOf(incomes.error, 'The income could not be loaded.')} pending={<Skeleton h={120} />}>
        {(loaded) => (
          <>
            <Text size="xs" c="dimmed">
              {loaded.price === null
                ? 'The property has no offer value; enter a price for cap rates.'
                : `Cap rates at ${currency(loaded.price)}. Those of different kinds are not comparable.`}
            </Text>
            {loaded.incomes.length === 0 && (
              <Text size="sm" c="dimmed">
                No income yet.
              </Text>
            )}
            {kinds.map((kind) => {
              const ofKind = loaded.incomes.filter((income) => income.kind === kind);
              if (ofKind.length === 0) return null;
              return (
                <section key={kind} aria-label={kindWords[kind]}>
                  <Text size="sm" fw={600}>
                    {kindWords[kind]}
                  </Text>
                  <ul className={classes.list}>
                    {ofKind.map((income) => (
                      <IncomeLine key={income.income_id} income={income} onEdit={() => setEdited(income)} />
                    ))}
                  </ul>
                </section>
              );
            })}
          </>
        )}
      </QueryPanel>
      <div>
        <Button size="xs" variant="default" onClick={() => setEdited('new')}>
          Add an income
        </Button>
      </div>
      <FormModal opened={edited !== undefined} onClose={close} title={edited === 'new' ? 'Add an income' : 'Edit the income'} size="lg">
        {edited && <IncomeForm propertyId={propertyId} income={edited === 'new' ? undefined : edited} onDone={close} />}
      </FormModal>
    </Stack>
  );
}
