import { Combobox, Loader, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { placesQuery } from '../../api/queries/parcels';
import { acres } from '../../lib/format';
import { SourcesLine } from '../../ui/sources-line';
import type { Place } from './api';
import { coordinateWords, placeIn } from './coordinates';
import type { Spot } from './map-state';

interface Props {
  /** Centre of the view when a search begins: places near it are listed first. */
  readonly middle: () => Spot | undefined;
  readonly onChoose: (place: Place) => void;
}

const kindWords: Record<Place['kind'], string> = {
  parcel: 'Parcel',
  address: 'Address',
  place: 'Place',
  county: 'County',
  city: 'City',
  market: 'Market',
  submarket: 'Submarket',
};

/**
 * 'Search for a place': our own parcels by address, owner or parcel number, counties, cities and markets by name, then the configured geocoder.
 * Coordinates are sent to nobody.
 */
export function PlaceSearch({ middle, onChoose }: Props) {
  const [text, setText] = useState('');
  // Read when the user types, because the order must not change while the map moves.
  const [near, setNear] = useState<Spot>();
  const [chosen, setChosen] = useState(false);
  const [query] = useDebouncedValue(text.trim(), 250);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const spot = placeIn(query);
  const places = useQuery({ ...placesQuery(query, near), enabled: !chosen && query.length >= 3 && !spot });
  const found = spot ? [placeAt(spot)] : (places.data ?? []);
  const sources = found.flatMap(({ from }) => (from ? [from] : []));

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(index) => {
        const place = found[Number(index)];
        if (!place) return;
        setText(place.label);
        setChosen(true);
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
            setNear(middle());
            setChosen(false);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onFocus={() => {
            setNear(middle());
            combobox.openDropdown();
          }}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={chosen || query.length < 3}>
        <Combobox.Options mah={320} style={{ overflowY: 'auto' }}>
          {found.map((place, index) => (
            <Combobox.Option value={String(index)} key={`${place.kind} ${place.label} ${place.lat} ${place.lon}`}>
              <Text size="sm">{place.label}</Text>
              <Text size="xs" c="dimmed">
                {spot ? 'Coordinates' : place.acres ? `${kindWords[place.kind]} · ${acres(place.acres)}` : kindWords[place.kind]}
              </Text>
            </Combobox.Option>
          ))}
          {places.isSuccess && found.length === 0 && <Combobox.Empty>No place found for '{query}'.</Combobox.Empty>}
          {places.isError && <Combobox.Empty>Place search is unavailable. Please try again.</Combobox.Empty>}
        </Combobox.Options>
        {sources.length > 0 && (
          <Combobox.Footer>
            <SourcesLine of={sources} />
          </Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}

const placeAt = (spot: { readonly lat: number; readonly lng: number }): Place => ({
  kind: 'place',
  label: coordinateWords(spot),
  lat: spot.lat,
  lon: spot.lng,
});
