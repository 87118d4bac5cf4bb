import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '../../api/client';
import { get } from '../../api/queries/query';
import { searchPropertiesQuery } from '../../api/queries/search';
import { useNotice } from '../../ui/dialogs';

export interface ChosenProperty {
  readonly projectId: string;
  readonly propertyId: string;
}

interface PropertySelectProps {
  readonly chosen: ChosenProperty | undefined;
  readonly onChoose: (property: ChosenProperty | undefined) => void;
}

/** A property of the firm by words of its name, address or owner; none: a sample. */
export function PropertySelect({ chosen, onChoose }: PropertySelectProps) {
  const [typed, setTyped] = useState('');
  const [label, setLabel] = useState<string>();
  const [words] = useDebouncedValue(typed.trim(), 250);
  const asked = words !== '' && words !== label;
  const found = useQuery({ ...searchPropertiesQuery(words), enabled: asked });
  const cache = useQueryClient();
  const notice = useNotice();
  const properties = asked ? (found.data?.properties ?? []) : [];
  const options = properties.map(({ ll_uuid, property_name, address, city, parcel_number }) => ({
    value: ll_uuid,
    label: [property_name ?? address ?? parcel_number, city].filter(Boolean).join(', '),
  }));

  async function choose(parcel: string | null): Promise<void> {
    const property = properties.find(({ ll_uuid }) => ll_uuid === parcel);
    if (!property) {
      setLabel(undefined);
      onChoose(undefined);
      return;
    }
    const { parcel_number, project_id, ll_uuid } = property;
    try {
      const details = await cache.query(get('property', '/specific_property', { parcel_number, project_id, ll_uuid }));
      setLabel(options.find(({ value }) => value === parcel)?.label);
      onChoose({ projectId: project_id, propertyId: details.property_id });
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The property could not be loaded.'));
    }
  }

  return (
    <Select
      label="Preview of"
      placeholder="A sample property"
      searchable
      clearable
      filter={({ options: all }) => all}
      nothingFoundMessage={asked && !found.isPending ? 'No property found' : 'Type an address, name or owner'}
      data={chosen && options.length === 0 && label ? [{ value: chosen.propertyId, label }] : options}
      value={chosen && options.length === 0 ? chosen.propertyId : null}
      searchValue={typed}
      onSearchChange={setTyped}
      {...(found.isError && { error: 'The properties could not be searched.' })}
      onChange={(value) => void choose(value)}
    />
  );
}
