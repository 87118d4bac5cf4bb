import { Button, Group, Select, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '../../api/client';
import { useNotice } from '../../ui/dialogs';
import { FormModal } from '../../ui/form-modal';
import { QueryPanel } from '../../ui/query-panel';
import { AddSale } from './add-sale';
import { compSetQuery, inputsOf, useChangeSet, type AreaUnit, type CompSet, type ItemInput } from './api';
import { CountySales, type AreaMap, type Place } from './county-sales';
import { ImportForm } from './import-form';
import { ItemList } from './item-list';
import { OfferForm } from './offer-form';
import { Statistics } from './statistics';
import { unitWords } from './words';

const units = Object.entries(unitWords).map(([value, label]) => ({ value, label: `$ per ${label}` }));

interface Props {
  readonly propertyId: string;
  readonly place: Place;
  readonly areaMap: AreaMap;
}

/** The comparable sales of a property, what they say, and the offer from them. */
export function CompsPanel({ propertyId, place, areaMap }: Props) {
  const set = useQuery(compSetQuery(propertyId));
  return (
    <QueryPanel query={set} failure={sentenceOf(set.error, 'The comparable sales could not be loaded.')} pending={<Skeleton h={160} />}>
      {(loaded) => <Comps set={loaded} place={place} areaMap={areaMap} />}
    </QueryPanel>
  );
}

function Comps({ set, place, areaMap }: Omit<Props, 'propertyId'> & { readonly set: CompSet }) {
  const [dialog, setDialog] = useState<'sale' | 'offer' | 'file' | 'county'>();
  const [isDrawing, setIsDrawing] = useState(false);
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
  const add = (compId: string) => save({ items: [...inputsOf(set), { comp_id: compId, adjustments: [], excluded_reason: null }] });
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
        <Button size="xs" variant="default" onClick={() => setDialog('county')}>
          County sales nearby
        </Button>
        <Button size="xs" variant="default" onClick={() => setDialog('file')}>
          Import sales
        </Button>
        <Button size="xs" variant="default" component="a" href="/property_api/comps.csv" download>
          Export the firm's sales
        </Button>
      </Group>
      <FormModal opened={dialog === 'sale'} onClose={close} title="Add a comparable sale" size="lg">
        <AddSale
          taken={set.items.map(({ comp }) => comp.comp_id)}
          onAdd={async (compId) => {
            if (await add(compId)) close();
          }}
          onCancel={close}
        />
      </FormModal>
      <FormModal opened={dialog === 'county'} onClose={close} closeOnEscape={!isDrawing} title="County sales nearby" size="lg">
        <CountySales
          place={place}
          areaMap={areaMap}
          onDrawing={setIsDrawing}
          taken={set.items.flatMap(({ comp }) => comp.ll_uuid ?? [])}
          onAdd={add}
        />
      </FormModal>
      <FormModal opened={dialog === 'file'} onClose={close} title="Import comparable sales">
        <ImportForm onDone={close} />
      </FormModal>
      <FormModal opened={dialog === 'offer'} onClose={close} title="Offer from comparable sales">
        <OfferForm set={set} onDone={close} />
      </FormModal>
    </Stack>
  );
}
