import { Combobox, Loader, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { usePlaces, type Place } from './api';
import type { Spot } from './map-state';

interface Props {
  /** Middle of the view: places near it come first. */
  readonly near: Spot;
  readonly onChoose: (place: Place) => void;
}

const kindWords: Record<Place['kind'], string> = {
  parcel: 'Parcel',
  address: 'Address',
  place: 'Place',
  county: 'County',
};

/** 'Search for a place': our own parcels by address, owner or parcel number, then the configured geocoder. */
export function PlaceSearch({ near, onChoose }: Props) {
  const [text, setText] = useState('');
  const [query] = useDebouncedValue(text.trim(), 250);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const places = usePlaces(query, near);
  const found = places.data ?? [];

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(index) => {
        const place = found[Number(index)];
        if (!place) return;
        setText(place.label);
        combobox.closeDropdown();
        onChoose(place);
      }}
    >
      <Combobox.Target>
        <TextInput
          aria-label="Search for a place"
          placeholder="Search for a place"
          value={text}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={places.isFetching ? <Loader size={14} /> : null}
          onChange={(event) => {
            setText(event.currentTarget.value);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={query.length < 3}>
        <Combobox.Options mah={320} style={{ overflowY: 'auto' }}>
          {found.map((place, index) => (
            <Combobox.Option value={String(index)} key={`${place.label} ${place.lat} ${place.lon}`}>
              <Text size="sm">{place.label}</Text>
              <Text size="xs" c="dimmed">
                {kindWords[place.kind]}
              </Text>
            </Combobox.Option>
          ))}
          {places.isSuccess && found.length === 0 && <Combobox.Empty>No place found for “{query}”.</Combobox.Empty>}
          {places.isError && <Combobox.Empty>The place search is not answering. Please try again.</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
