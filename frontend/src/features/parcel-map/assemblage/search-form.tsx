import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { NumberField } from '../../../ui/number-field';
import { usual, type Wanted } from './api';
import classes from './assemblage.module.css';

const fields = [
  { name: 'minAcres', label: 'Least acres', least: 0.1, most: 100_000 },
  { name: 'maxOwners', label: 'Most owners', least: 1, most: 10 },
  { name: 'maxParcels', label: 'Most parcels', least: 1, most: 100 },
] as const;

interface Props {
  readonly searching: boolean;
  readonly onSearch: (wanted: Wanted) => void;
}

/** What is searched for in the view of the map. */
export function SearchForm({ searching, onSearch }: Props) {
  const [wanted, setWanted] = useState(usual);
  return (
    <form
      aria-label="Find assemblages"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(wanted);
      }}
    >
      <div className={classes.wanted}>
        {fields.map(({ name, label, least, most }) => (
          <NumberField
            key={name}
            label={label}
            size="xs"
            required
            withAsterisk={false}
            min={least}
            max={most}
            allowDecimal={name === 'minAcres'}
            value={wanted[name]}
            onChange={(value) => {
              if (value !== undefined) setWanted({ ...wanted, [name]: value });
            }}
          />
        ))}
      </div>
      <Checkbox
        mt="xs"
        size="xs"
        label="Also across local streets"
        checked={wanted.acrossStreets}
        onChange={({ currentTarget }) => setWanted({ ...wanted, acrossStreets: currentTarget.checked })}
      />
      <Button mt="xs" size="xs" type="submit" loading={searching} fullWidth>
        Find in View
      </Button>
    </form>
  );
}
