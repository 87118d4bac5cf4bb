import { Button, Checkbox, Group, NumberInput, Select, Stack, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { ApiProblem, sentenceOf } from '../../api/client';
import { useNotice } from '../../ui/dialogs';
import { useUnsaved } from '../../ui/unsaved';
import { useSaveComp, type Comp, type CompFields } from './api';
import classes from './comps.module.css';

type TextField = 'address' | 'parcel_number' | 'sale_date' | 'buyer' | 'seller' | 'source';
type NumberField = 'price' | 'acres' | 'land_square_feet' | 'gross_square_feet' | 'rentable_square_feet';

const confidences = [
  { value: 'verified', label: 'Verified by a party or document' },
  { value: 'stated', label: 'Stated by somebody' },
  { value: 'estimated', label: 'Estimated' },
];

interface Props {
  /** The sale to change; none for a new one. */
  readonly comp?: Comp;
  readonly onSaved: (compId: string) => Promise<void>;
  readonly onCancel: () => void;
}

/** A sale of the firm, new or to be changed. */
export function SaleForm({ comp, onSaved, onCancel }: Props) {
  const [texts, setTexts] = useState<Partial<Record<TextField, string>>>({});
  const [numbers, setNumbers] = useState<Partial<Record<NumberField, string | number>>>({});
  const [confidence, setConfidence] = useState<CompFields['confidence']>(comp?.confidence ?? 'stated');
  const [flags, setFlags] = useState({ several_parcels: comp?.several_parcels ?? false, related_parties: comp?.related_parties ?? false });
  const save = useSaveComp(comp);
  const notice = useNotice();
  const faults = save.error instanceof ApiProblem ? save.error.fields : {};
  useUnsaved(Object.keys(texts).length + Object.keys(numbers).length > 0);

  const textOf = (name: TextField) => texts[name] ?? comp?.[name] ?? '';
  const text = (name: TextField, label: string, type = 'text') => (
    <TextInput
      label={label}
      type={type}
      value={textOf(name)}
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
      value={numbers[name] ?? comp?.[name] ?? ''}
      error={faults[name]}
      onChange={(value) => setNumbers({ ...numbers, [name]: value })}
    />
  );
  const given = (name: NumberField) => {
    const value = numbers[name] ?? comp?.[name];
    return typeof value === 'number' ? value : null;
  };
  const price = given('price');
  const isWhole = price !== null && textOf('sale_date') && textOf('source').trim();

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (price === null || !isWhole || save.isPending) return;
    try {
      const saved = await save.mutateAsync({
        // What this form does not show stays as it is.
        ll_uuid: comp?.ll_uuid ?? null,
        lon: comp?.lon ?? null,
        lat: comp?.lat ?? null,
        use_class: comp?.use_class ?? null,
        notes: comp?.notes ?? null,
        address: textOf('address'),
        parcel_number: textOf('parcel_number'),
        buyer: textOf('buyer'),
        seller: textOf('seller'),
        source: textOf('source'),
        sale_date: textOf('sale_date'),
        price,
        acres: given('acres'),
        land_square_feet: given('land_square_feet'),
        gross_square_feet: given('gross_square_feet'),
        rentable_square_feet: given('rentable_square_feet'),
        confidence,
        ...flags,
      });
      await onSaved(saved.comp_id);
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The sale could not be saved. Please check the fields.'));
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
          <Button type="submit" disabled={!isWhole} loading={save.isPending}>
            {comp ? 'Save the sale' : 'Add the new sale'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
