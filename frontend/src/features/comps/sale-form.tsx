import { Button, Checkbox, Group, NumberInput, Select, Stack, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { ApiProblem, sentenceOf } from '../../api/client';
import { useNotice } from '../../ui/dialogs';
import { useUnsaved } from '../../ui/unsaved';
import { useAddComp, type CompFields } from './api';
import classes from './comps.module.css';

type TextField = 'address' | 'parcel_number' | 'sale_date' | 'buyer' | 'seller' | 'source';
type NumberField = 'price' | 'acres' | 'land_square_feet' | 'gross_square_feet' | 'rentable_square_feet';

const confidences = [
  { value: 'verified', label: 'Verified by a party or document' },
  { value: 'stated', label: 'Stated by somebody' },
  { value: 'estimated', label: 'Estimated' },
];

interface Props {
  readonly onAdded: (compId: string) => Promise<void>;
  readonly onCancel: () => void;
}

/** A new sale of the firm. */
export function SaleForm({ onAdded, onCancel }: Props) {
  const [texts, setTexts] = useState<Partial<Record<TextField, string>>>({});
  const [numbers, setNumbers] = useState<Partial<Record<NumberField, string | number>>>({});
  const [confidence, setConfidence] = useState<CompFields['confidence']>('stated');
  const [flags, setFlags] = useState({ several_parcels: false, related_parties: false });
  const add = useAddComp();
  const notice = useNotice();
  const faults = add.error instanceof ApiProblem ? add.error.fields : {};
  useUnsaved(Object.keys(texts).length + Object.keys(numbers).length > 0);

  const text = (name: TextField, label: string, type = 'text') => (
    <TextInput
      label={label}
      type={type}
      value={texts[name] ?? ''}
      error={faults[name]}
      onChange={(event) => setTexts({ ...texts, [name]: event.currentTarget.value })}
    />
  );
  const number = (name: NumberField, label: string) => (
    <NumberInput
      label={label}
      hideControls
      min={0}
      decimalScale={name === 'price' ? 2 : 6}
      thousandSeparator=","
      value={numbers[name] ?? ''}
      error={faults[name]}
      onChange={(value) => setNumbers({ ...numbers, [name]: value })}
    />
  );
  const given = (name: NumberField) => (typeof numbers[name] === 'number' ? numbers[name] : null);
  const price = given('price');
  const isWhole = price !== null && texts.sale_date && texts.source?.trim();

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (price === null || !texts.sale_date || add.isPending) return;
    const { address = '', parcel_number = '', buyer = '', seller = '', source = '', sale_date } = texts;
    const areas = {
      acres: given('acres'),
      land_square_feet: given('land_square_feet'),
      gross_square_feet: given('gross_square_feet'),
      rentable_square_feet: given('rentable_square_feet'),
    };
    try {
      const comp = await add.mutateAsync({
        address,
        parcel_number,
        buyer,
        seller,
        source,
        sale_date,
        price,
        ...areas,
        confidence,
        ...flags,
      });
      await onAdded(comp.comp_id);
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The sale could not be added. Please check the fields.'));
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="xs">
        <div className={classes.fields}>
          {text('address', 'Address')}
          {text('parcel_number', 'Parcel number')}
          {text('sale_date', 'Sold on', 'date')}
          {number('price', 'Price ($)')}
          {number('acres', 'Acres')}
          {number('land_square_feet', 'Land (S.F.)')}
          {number('gross_square_feet', 'Buildings, gross (S.F.)')}
          {number('rentable_square_feet', 'Buildings, rentable (S.F.)')}
          {text('buyer', 'Buyer')}
          {text('seller', 'Seller')}
          {text('source', 'Source of the price')}
          <Select
            label="Confidence"
            data={confidences}
            allowDeselect={false}
            value={confidence}
            onChange={(value) => setConfidence(value as CompFields['confidence'])}
          />
        </div>
        <Checkbox
          label="The deed conveyed several parcels (the sale will not count)"
          checked={flags.several_parcels}
          onChange={(event) => setFlags({ ...flags, several_parcels: event.currentTarget.checked })}
        />
        <Checkbox
          label="The parties are related, or we bought it (the sale will not count)"
          checked={flags.related_parties}
          onChange={(event) => setFlags({ ...flags, related_parties: event.currentTarget.checked })}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isWhole} loading={add.isPending}>
            Add the new sale
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
