import { Select } from '@mantine/core';
import { useMapPage } from '../map-page';
import { colourings, schemes } from './schemes';

/** Without the use: the tiles have no `use_class` yet, and all parcels would be unknown. */
const offered = colourings.filter((each) => each !== 'use_class');

/** Chooses by what parcels are coloured. */
export function ColourSelect() {
  const { colouring, onColouring } = useMapPage();
  return (
    <Select
      label="Color by"
      size="xs"
      placeholder="Nothing"
      clearable
      comboboxProps={{ withinPortal: true }}
      data={offered.map((value) => ({ value, label: schemes[value].label }))}
      value={colouring ?? null}
      onChange={(value) => onColouring(colourings.find((each) => each === value))}
    />
  );
}
