import { Button, Group, Select, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '../../api/client';
import { useNotice } from '../../ui/dialogs';
import { FormModal } from '../../ui/form-modal';
import { QueryPanel } from '../../ui/query-panel';
import { AddSale } from './add-sale';
import { compSetQuery, inputsOf, useChangeSet, type AreaUnit, type CompSet, type ItemInput } from './api';
import { ItemList } from './item-list';
import { OfferForm } from './offer-form';
import { Statistics } from './statistics';
import { unitWords } from './words';

const units = Object.entries(unitWords).map(([value, label]) => ({ value, label: `$ per ${label}` }));

/** The comparable sales of a property, what they say, and the offer from them. */
export function CompsPanel({ propertyId }: { readonly propertyId: string }) {
  const set = useQuery(compSetQuery(propertyId));
  return (
    <QueryPanel query={set} failure={sentenceOf(set.error, 'The comparable sales could not be loaded.')} pending={<Skeleton h={160} />}>
      {(loaded) => <Comps set={loaded} />}
    </QueryPanel>
  );
}

function Comps({ set }: { readonly set: CompSet }) {
  const [dialog, setDialog] = useState<'sale' | 'offer'>();
  const change = useChangeSet(set);
  const notice = useNotice();

  /** Whether it was saved. */
  async function save(changed: { items?: ItemInput[]; unit?: AreaUnit }): Promise<boolean> {
    try {
      await change.mutateAsync(changed);
      return true;
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The comparable sales could not be saved. Please try again.'));
      return false;
    }
  }

  const close = () => setDialog(undefined);
  return (
    <Stack gap="sm">
      <Select
        size="xs"
        label="Prices are shown in"
        data={units}
        allowDeselect={false}
        value={set.unit}
        disabled={change.isPending}
        onChange={(unit) => void save({ unit: unit as AreaUnit })}
      />
      <ItemList set={set} saving={change.isPending} onChange={(items) => save({ items })} />
      <Statistics statistics={set.statistics} unit={set.unit} />
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={() => setDialog('sale')}>
          Add a sale
        </Button>
        <Button size="xs" onClick={() => setDialog('offer')} disabled={set.statistics.median === null}>
          Make the offer
        </Button>
      </Group>
      <FormModal opened={dialog === 'sale'} onClose={close} title="Add a comparable sale" size="lg">
        <AddSale
          taken={set.items.map(({ comp }) => comp.comp_id)}
          onAdd={async (compId) => {
            if (await save({ items: [...inputsOf(set), { comp_id: compId, adjustments: [], excluded_reason: null }] })) close();
          }}
          onCancel={close}
        />
      </FormModal>
      <FormModal opened={dialog === 'offer'} onClose={close} title="Offer from comparable sales">
        <OfferForm set={set} onDone={close} />
      </FormModal>
    </Stack>
  );
}
