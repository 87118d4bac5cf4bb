import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { NumberField } from '../../../ui/number-field';
import { AreaDrawn } from '../criteria/run/area-drawn';
import type { Area } from '../criteria/run/area';
import { AreaSelect } from '../criteria/run/area-select';
import { useAreaChoice } from '../criteria/run/use-area-choice';
import type { Places } from '../criteria/run/use-places';
import { useFilters } from '../filters/use-filters';
import { usual, type Wanted } from './api';
import classes from './assemblage.module.css';

const fields = [
  { name: 'minAcres', label: 'Least acres', least: 0.1, most: 100_000 },
  { name: 'maxOwners', label: 'Most owners', least: 1, most: 10 },
  { name: 'maxParcels', label: 'Most parcels', least: 1, most: 100 },
] as const;

/** What is searched for, and where. */
export interface AssemblageSearch {
  readonly wanted: Wanted;
  readonly area: Area;
  readonly filter: string | undefined;
}

interface Props {
  readonly places: Places;
  readonly searching: boolean;
  readonly onSearch: (search: AssemblageSearch) => void;
}

/** What is searched for: in the view of the map at first, or in a county, a market or a drawn area. */
export function SearchForm({ places, searching, onSearch }: Props) {
  const [wanted, setWanted] = useState(usual);
  const area = useAreaChoice(places, 'view');
  const { text: filter } = useFilters();
  const [filtered, setFiltered] = useState(true);
  return (
    <form
      aria-label="Find assemblages"
      onSubmit={(event) => {
        event.preventDefault();
        const where = area.area();
        if (where) onSearch({ wanted, area: where, filter: filtered ? filter : undefined });
      }}
    >
      <AreaSelect places={places} choice={area.choice} onChoose={area.choose} />
      <AreaDrawn state={area} />
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
      {filter !== undefined && (
        <Checkbox
          mt="xs"
          size="xs"
          label="Only parcels that match the map's filter"
          checked={filtered}
          onChange={({ currentTarget }) => setFiltered(currentTarget.checked)}
        />
      )}
      <Button mt="xs" size="xs" type="submit" loading={searching} fullWidth>
        Find Sites
      </Button>
    </form>
  );
}
