import { Select } from '@mantine/core';
import { useMapPage } from '../map-page';
import { colourings, labelOf } from './schemes';

interface Props {
  /** A popover closes at a press outside of it, so there the list is in it. */
  readonly inPopover?: boolean;
}

/** Chooses by what parcels are coloured. */
export function ColourSelect({ inPopover = false }: Props) {
  const { colouring, onColouring } = useMapPage();
  return (
    <Select
      label="Color by"
      size="xs"
      placeholder="Nothing"
      clearable
      comboboxProps={{ withinPortal: !inPopover }}
      data={colourings.map((value) => ({ value, label: labelOf(value) }))}
      value={colouring ?? null}
      onChange={(value) => onColouring(colourings.find((each) => each === value))}
    />
  );
}
