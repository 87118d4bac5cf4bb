import { Select } from '@mantine/core';
import { useState } from 'react';
import { useMapPage } from '../map-page';
import { lackOf } from './run-facts';
import { colourings, labelOf, type Colouring } from './schemes';
import { useColouredRun } from './use-run-facts';

interface Props {
  /** A popover closes at a press outside of it, so there the list is in it. */
  readonly inPopover?: boolean;
}

/** Chooses by what parcels are coloured. What only a search knows says so while none has it. */
export function ColourSelect({ inPopover = false }: Props) {
  const { projectId, colouring, onColouring } = useMapPage();
  const [asked, setAsked] = useState(false);
  const run = useColouredRun(projectId, asked);

  function optionOf(value: Colouring) {
    const label = labelOf(value);
    // What is chosen stays so, also with another search.
    const lack = run === undefined || value === colouring ? undefined : lackOf(value, run?.criteria);
    return lack === undefined ? { value, label } : { value, label: `${label} (${lack})`, disabled: true };
  }

  return (
    <Select
      label="Color by"
      size="xs"
      placeholder="Nothing"
      clearable
      comboboxProps={{ withinPortal: !inPopover }}
      data={colourings.map(optionOf)}
      value={colouring ?? null}
      onChange={(value) => onColouring(colourings.find((each) => each === value))}
      onDropdownOpen={() => setAsked(true)}
    />
  );
}
