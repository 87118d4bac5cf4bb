import { Button, Checkbox, Select } from '@mantine/core';
import { useState } from 'react';
import type { BuildableOptions } from '../../../api/queries/parcels';
import { NumberField } from '../../../ui/number-field';
import classes from './buildable.module.css';
import { presets } from './presets';

const numbers = [
  { name: 'setback_ft', label: 'Setback, ft', most: 500 },
  { name: 'max_slope', label: 'Steepest slope, %', most: 100 },
  { name: 'wetland_buffer_ft', label: 'Around wetlands, ft', most: 500 },
  { name: 'least_width_ft', label: 'Least width, ft', most: 500 },
] as const;

interface Props {
  readonly options: BuildableOptions;
  readonly onOptions: (options: BuildableOptions) => void;
}

/** What the calculation is made with; empty fields have the values of the preset. */
export function OptionsForm({ options, onOptions }: Props) {
  const [given, setGiven] = useState(options);
  return (
    <form
      aria-label="Options of the buildable area"
      onSubmit={(event) => {
        event.preventDefault();
        onOptions(given);
      }}
    >
      <div className={classes.options}>
        <Select
          label="Values for"
          size="xs"
          allowDeselect={false}
          data={presets}
          value={given.preset ?? 'general'}
          onChange={(preset) => {
            // Another preset has other values.
            if (preset) onOptions({ preset });
            if (preset) setGiven({ preset });
          }}
        />
        {numbers.map(({ name, label, most }) => (
          <NumberField
            key={name}
            label={label}
            size="xs"
            min={0}
            max={most}
            placeholder="As preset"
            value={given[name]}
            onChange={(value) => setGiven({ ...given, [name]: value })}
          />
        ))}
      </div>
      <Checkbox
        mt="xs"
        size="xs"
        label="Deduct the 1 % flood zone"
        checked={given.flood ?? true}
        onChange={({ currentTarget }) => setGiven({ ...given, flood: currentTarget.checked })}
      />
      <Button mt="xs" size="xs" variant="default" type="submit">
        Calculate
      </Button>
    </form>
  );
}
