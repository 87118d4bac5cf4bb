import { Select } from '@mantine/core';
import { useMapPage } from '../map-page';
import { colourings, labelOf } from './schemes';

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
      data={colourings.map((value) => ({ value, label: labelOf(value) }))}
      value={colouring ?? null}
      onChange={(value) => onColouring(colourings.find((each) => each === value))}
    />
  );
}
