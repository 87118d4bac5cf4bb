import { NumberInput, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { PropertyRef } from '../../api/queries/properties';
import { currency } from '../../lib/format';
import { useUnsaved } from '../../ui/unsaved';
import { Value } from '../../ui/value';
import { useSaveValues, type Property, type ValueField } from './api';
import { assessed, CountyValue, type County } from './county-value';
import { FactEdit } from './fact-edit';
import { amount, offerValue, type OfferDraft } from './offer';
import { EditPanel } from './panel';
import classes from './property.module.css';
import { SectionSource } from './section-source';

const fields: readonly (readonly [ValueField, string])[] = [
  ['total_value', 'Total Value'],
  ['appraised_value', 'Appraised Value'],
  ['market_value', 'Market Value'],
  ['offer_value', 'Offer Value'],
];

interface Draft extends Record<ValueField, string | number> {
  /** Why this offer, for the offer history. */
  readonly reason: string;
}

interface Props {
  readonly property: Property;
  readonly propertyKey: PropertyRef;
  /** The parcel as the county publishes it now, if known. */
  readonly county?: County | undefined;
  /** Called with the offer in the form, so that 'Create LOI' can save it; undefined outside edit mode. */
  readonly onOfferDraft: (draft: OfferDraft | undefined) => void;
}

/** Total, appraised, market and offer value, and why this offer. The offer follows appraised and market value during input. */
export function ValuationPanel({ property, propertyKey, county, onOfferDraft }: Props) {
  const [draft, setDraft] = useState<Draft>();
  const save = useSaveValues(propertyKey);
  // The page handles the offer: 'Create LOI' saves it.
  useUnsaved(draft !== undefined && changes(property, draft).some(([field]) => field !== 'offer_value'));

  function show(next: Draft | undefined): void {
    setDraft(next);
    onOfferDraft(next && { offer: next.offer_value, reason: next.reason });
  }

  function change(field: ValueField, value: string | number): void {
    if (!draft) return;
    const next = { ...draft, [field]: value };
    if (field === 'appraised_value' || field === 'market_value') {
      const [appraised, market] = [amount(next.appraised_value), amount(next.market_value)];
      if (typeof appraised === 'number' && typeof market === 'number') next.offer_value = offerValue(appraised, market);
    }
    show(next);
  }

  async function submit(): Promise<void> {
    if (!draft) return;
    try {
      await save.mutateAsync({ values: changes(property, draft), reason: draft.reason });
    } catch (reason) {
      // The specification: logged only, and edit mode exits anyway; the page then shows what the server has.
      console.error('The valuation could not be saved.', reason);
    }
    show(undefined);
  }

  return (
    <EditPanel
      title="Valuation"
      editing={draft !== undefined}
      saving={save.isPending}
      onEdit={() => show(draftOf(property))}
      onSave={() => void submit()}
      onCancel={() => show(undefined)}
    >
      <div className={classes.values}>
        {fields.map(([field, label]) =>
          draft ? (
            <NumberInput
              key={field}
              label={label}
              prefix="$"
              thousandSeparator=","
              hideControls
              min={0}
              max={999_999_999_999}
              decimalScale={2}
              value={draft[field]}
              onChange={(value) => change(field, value)}
            />
          ) : (
            <div key={field}>
              <Text size="sm" c="dimmed">
                {label}
              </Text>
              <div className={classes.value}>
                <Value>{currency(property[field])}</Value>
              </div>
              <FactEdit property={property} field={field} />
              <CountyValue county={county} ours={property[field]} theirs={assessed(county, field)} format={currency} />
            </div>
          ),
        )}
        {draft && (
          <TextInput
            className={classes.wide ?? ''}
            label="Reason"
            placeholder="Optional: why this offer, for its history"
            maxLength={200}
            disabled={draft.offer_value === '' && property.offer_value === null}
            value={draft.reason}
            onChange={(event) => show({ ...draft, reason: event.currentTarget.value })}
          />
        )}
      </div>
      <SectionSource county={county} facts={countyValues(property, county)} always />
    </EditPanel>
  );
}

/** Values that nobody of the firm has set: they are the county's assessed value. */
function countyValues(property: Property, county: County | undefined): Readonly<Record<string, readonly ['parval']>> {
  const theirs = fields.filter(([field]) => {
    const own = property.edits.some((edit) => edit.field === field);
    return !own && property[field] !== null && property[field] === assessed(county, field);
  });
  return Object.fromEntries(theirs.map(([, label]) => [label.toLowerCase(), ['parval'] as const]));
}

function draftOf(property: Property): Draft {
  return {
    total_value: property.total_value ?? '',
    appraised_value: property.appraised_value ?? '',
    market_value: property.market_value ?? '',
    offer_value: property.offer_value ?? '',
    reason: '',
  };
}

/**
 * Changed values, and the offer with every change of its inputs, because the server would recompute it. An offer that stays is saved
 * too if a reason is given, because the history has no reason without an offer.
 */
function changes(property: Property, draft: Draft): (readonly [ValueField, number | null])[] {
  const changed = fields.flatMap(([field]) => {
    const value = amount(draft[field]);
    return value === undefined || value === (property[field] ?? null) ? [] : [[field, value] as const];
  });
  const offer = amount(draft.offer_value);
  const follows = changed.some(([field]) => field === 'appraised_value' || field === 'market_value');
  const said = changed.some(([field]) => field === 'offer_value');
  if (said || offer === undefined) return changed;
  const explained = offer !== null && draft.reason.trim() !== '';
  return follows || explained ? [...changed, ['offer_value', offer] as const] : changed;
}
