import { SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { PropertyRef } from '../../api/queries/properties';
import { digits, grouped, groupedInput } from '../../lib/format';
import { Fact } from '../../ui/fact';
import { useUnsaved } from '../../ui/unsaved';
import { useSaveOverview, type OverviewChange, type Property } from './api';
import { CountyValue, type County } from './county-value';
import { FactEdit } from './fact-edit';
import { EditPanel } from './panel';
import { SectionSource } from './section-source';

interface Props {
  readonly property: Property;
  readonly propertyKey: PropertyRef;
  /** The parcel as the county publishes it now, if known. */
  readonly county?: County | undefined;
}

const place = { address: ['address', 'scity', 'szip'], 'year built': ['year_built'] } as const;
const floorArea = { 'floor area': ['sqft'] } as const;

/** Address, year built, and the two editable fields: square feet and the property's name. */
export function OverviewPanel({ property, propertyKey, county }: Props) {
  const [draft, setDraft] = useState<{ squareFeet: string; name: string }>();
  const save = useSaveOverview(propertyKey);
  useUnsaved(draft !== undefined && Object.keys(changes(property, draft)).length > 0);

  function edit(): void {
    setDraft({ squareFeet: groupedInput(String(property.square_feet ?? '')), name: property.property_name ?? '' });
  }

  async function submit(): Promise<void> {
    if (!draft) return;
    try {
      await save.mutateAsync(changes(property, draft));
    } catch (reason) {
      // The specification: logged only, and edit mode exits anyway; the page then shows what the server has.
      console.error('The overview could not be saved.', reason);
    }
    setDraft(undefined);
  }

  return (
    <EditPanel
      title="Overview"
      editing={draft !== undefined}
      saving={save.isPending}
      onEdit={edit}
      onSave={() => void submit()}
      onCancel={() => setDraft(undefined)}
    >
      <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="md" verticalSpacing="sm">
        <Fact stacked label="Street">
          {property.address}
        </Fact>
        <Fact stacked label="City">
          {property.city}
        </Fact>
        <Fact stacked label="Zip">
          {property.zip}
        </Fact>
        <Fact stacked label="Year Built">
          {property.year_built}
        </Fact>
        {draft ? (
          <>
            <TextInput
              label="Square Feet"
              inputMode="numeric"
              value={draft.squareFeet}
              onChange={(event) => setDraft({ ...draft, squareFeet: groupedInput(event.currentTarget.value) })}
            />
            <TextInput
              label="Property Name"
              maxLength={200}
              value={draft.name}
              onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
            />
          </>
        ) : (
          <>
            <div>
              <Fact stacked label="Square Feet">
                {grouped(property.square_feet)}
              </Fact>
              <FactEdit property={property} field="square_feet" />
              <CountyValue county={county} ours={property.square_feet} theirs={county?.sqft} format={grouped} />
            </div>
            <div>
              <Fact stacked label="Property Name">
                {property.property_name}
              </Fact>
              <FactEdit property={property} field="property_name" />
            </div>
          </>
        )}
      </SimpleGrid>
      <SectionSource county={county} facts={{ ...place, ...(property.square_feet === county?.sqft && floorArea) }} />
    </EditPanel>
  );
}

/** Changed fields: commas are removed, and invalid numbers count as 0. */
function changes(property: Property, draft: { squareFeet: string; name: string }): OverviewChange {
  const squareFeet = Number.parseInt(digits(draft.squareFeet), 10) || 0;
  const name = draft.name.trim();
  return {
    ...(squareFeet === (property.square_feet ?? 0) ? {} : { square_feet: squareFeet }),
    ...(name === (property.property_name ?? '') ? {} : { property_name: name }),
  };
}
