import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { NumberField } from '../../../ui/number-field';
import { AreaDrawn } from '../criteria/run/area-drawn';
import { AreaSelect } from '../criteria/run/area-select';
import { useAreaChoice } from '../criteria/run/use-area-choice';
import type { Places } from '../criteria/run/use-places';
import { asksGrowth } from '../criteria/criteria';
import type { Criteria } from '../criteria/types';
import { useFilters } from '../filters/use-filters';
import { GrowthChoice } from '../growth/growth-choice';
import { usual, type AssemblageSearch } from './api';
import classes from './assemblage.module.css';

const fields = [
  { name: 'minAcres', label: 'Least acres', least: 0.1, most: 100_000 },
  { name: 'maxOwners', label: 'Most owners', least: 1, most: 10 },
  { name: 'maxParcels', label: 'Most parcels', least: 1, most: 100 },
] as const;

interface Props {
  readonly places: Places;
  /** Of the project; undefined if it has no wishes. */
  readonly criteria: Criteria | undefined;
  readonly searching: boolean;
  readonly onSearch: (search: AssemblageSearch) => void;
}

/** What is searched for: in the view of the map at first, or in a county, a market or a drawn area. */
export function SearchForm({ places, criteria, searching, onSearch }: Props) {
  const [wanted, setWanted] = useState(usual);
  const area = useAreaChoice(places, 'view');
  const { text: filter } = useFilters();
  const [filtered, setFiltered] = useState(true);
  const [judges, setJudges] = useState(true);
  const [growthRunId, setGrowthRunId] = useState<string | null>(null);
  const judgedBy = judges ? criteria : undefined;
  const growthAsked = judgedBy !== undefined && asksGrowth(judgedBy);
  return (
    <form
      aria-label="Find assemblages"
      onSubmit={(event) => {
        event.preventDefault();
        const where = area.area();
        if (!where) return;
        onSearch({
          wanted,
          area: where,
          filter: filtered ? filter : undefined,
          criteria: judgedBy,
          growthRunId: growthAsked ? growthRunId : null,
        });
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
      {criteria && (
        <Checkbox
          mt="xs"
          size="xs"
          label="Judge and rank by the project's criteria"
          checked={judges}
          onChange={({ currentTarget }) => setJudges(currentTarget.checked)}
        />
      )}
      {growthAsked && <GrowthChoice runId={growthRunId} empty="None: growth is unknown" onChoose={setGrowthRunId} />}
      <Button mt="xs" size="xs" type="submit" loading={searching} fullWidth>
        Find Sites
      </Button>
    </form>
  );
}
