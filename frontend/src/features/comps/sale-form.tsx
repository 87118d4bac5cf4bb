import { Button, Checkbox, Group, NumberInput, Select, Stack, TextInput, type TextInputProps } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { ApiProblem, sentenceOf } from '../../api/client';
import { useNotice } from '../../ui/dialogs';
import { showFaults } from '../../ui/show-faults';
import { useUnsaved } from '../../ui/unsaved';
import { useSaveComp, type Comp, type CompFields } from './api';
import classes from './comps.module.css';

type TextField = 'address' | 'parcel_number' | 'sale_date' | 'buyer' | 'seller' | 'source';
type FlagField = 'several_parcels' | 'related_parties';
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
  const [confidence, setConfidence] = useState<CompFields['confidence']>();
  const [flags, setFlags] = useState<Partial<Record<FlagField, boolean>>>({});
  const [tried, setTried] = useState(false);
  const save = useSaveComp(comp);
  const notice = useNotice();
  const faults = save.error instanceof ApiProblem ? save.error.fields : {};
  const { mayLeave } = useUnsaved(confidence !== undefined || [texts, numbers, flags].some((typed) => Object.keys(typed).length > 0));

  const textOf = (name: TextField) => texts[name] ?? comp?.[name] ?? '';
  const flagOf = (name: FlagField) => flags[name] ?? comp?.[name] ?? false;
  const given = (name: NumberField) => {
    const value = numbers[name] ?? comp?.[name];
    return typeof value === 'number' ? value : null;
  };
  const price = given('price');
  const lacks: Partial<Record<TextField | NumberField, string>> = {
    ...(textOf('sale_date') === '' && { sale_date: 'Enter the day.' }),
    ...(price === null && { price: 'Enter the price.' }),
    ...(textOf('source').trim() === '' && { source: 'Enter who states the price.' }),
  };
  const shownConfidence = confidence ?? comp?.confidence ?? 'stated';
  const faultOf = (name: TextField | NumberField) => (tried && lacks[name]) || faults[name];
  const text = (name: TextField, label: string, input: TextInputProps & { readonly 'data-autofocus'?: boolean } = {}) => (
    <TextInput
      {...input}
      label={label}
      value={textOf(name)}
      error={faultOf(name)}
      onChange={(event) => setTexts({ ...texts, [name]: event.currentTarget.value })}
    />
  );
  const number = (name: NumberField, label: string) => (
    <NumberInput
      label={label}
      required={name === 'price'}
      hideControls
      min={0}
      decimalScale={name === 'price' ? 2 : 6}
      thousandSeparator=","
      value={numbers[name] ?? comp?.[name] ?? ''}
      error={faultOf(name)}
      onChange={(value) => setNumbers({ ...numbers, [name]: value })}
    />
  );

  async function submit(event: SyntheticEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (save.isPending) return;
    if (price === null || Object.keys(lacks).length > 0) {
      showFaults(event.currentTarget, () => setTried(true));
      return;
    }
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
        confidence: shownConfidence,
        several_parcels: flagOf('several_parcels'),
        related_parties: flagOf('related_parties'),
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
          {text('address', 'Address', { 'data-autofocus': true })}
          {text('parcel_number', 'Parcel number')}
          {text('sale_date', 'Sold on', { type: 'date', required: true })}
          {number('price', 'Price ($)')}
          {number('acres', 'Acres')}
          {number('land_square_feet', 'Land (S.F.)')}
          {number('gross_square_feet', 'Buildings, gross (S.F.)')}
          {number('rentable_square_feet', 'Buildings, rentable (S.F.)')}
          {text('buyer', 'Buyer')}
          {text('seller', 'Seller')}
          {text('source', 'Source of the price', { required: true })}
          <Select
            label="Confidence"
            data={confidences}
            allowDeselect={false}
            value={shownConfidence}
            onChange={(value) => setConfidence(value as CompFields['confidence'])}
          />
        </div>
        <Checkbox
          label="The deed conveyed several parcels (the sale will not count)"
          checked={flagOf('several_parcels')}
          onChange={(event) => setFlags({ ...flags, several_parcels: event.currentTarget.checked })}
        />
        <Checkbox
          label="The parties are related, or we bought it (the sale will not count)"
          checked={flagOf('related_parties')}
          onChange={(event) => setFlags({ ...flags, related_parties: event.currentTarget.checked })}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void mayLeave().then((leave) => leave && onCancel())}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            {comp ? 'Save the sale' : 'Add the new sale'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
