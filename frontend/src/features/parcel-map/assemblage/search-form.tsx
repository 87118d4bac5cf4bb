import { Button, Checkbox, Text } from '@mantine/core';
import { acres } from '../../../lib/format';
import { NumberField } from '../../../ui/number-field';
import { AreaDrawn } from '../criteria/run/area-drawn';
import { AreaSelect } from '../criteria/run/area-select';
import { useAreaChoice } from '../criteria/run/use-area-choice';
import type { Places } from '../criteria/run/use-places';
import { asksGrowth } from '../criteria/criteria';
import type { Criteria, Gate } from '../criteria/types';
import { useFilters } from '../filters/use-filters';
import { GrowthChoice } from '../growth/growth-choice';
import { useGrowthRun } from '../growth/use-growth-run';
import { useMapPage } from '../map-page';
import { useKept } from '../use-kept';
import { leastAcres, usualOf, type AssemblageSearch, type Wanted } from './api';
import classes from './assemblage.module.css';

const fields = [
  { name: 'minAcres', label: 'Least acres', least: leastAcres, most: 100_000 },
  { name: 'maxOwners', label: 'Most owners', least: 1, most: 10 },
  { name: 'maxParcels', label: 'Most parcels', least: 1, most: 100 },
] as const;

interface Props {
  readonly places: Places;
  /** Of the project; undefined if it has no wishes. */
  readonly criteria: Criteria | undefined;
  /** The project's requirement of the site size. */
  readonly size: Gate | undefined;
  readonly searching: boolean;
  readonly onSearch: (search: AssemblageSearch) => void;
}

/** What is searched for: in the view of the map at first, or in a county, a market or a drawn area. */
export function SearchForm({ places, criteria, size, searching, onSearch }: Props) {
  const { projectId } = useMapPage();
  const [changed, setChanged] = useKept<Partial<Wanted>>(projectId, 'assemblage wanted', {});
  const area = useAreaChoice('assemblage', places, 'view');
  const { text: filter } = useFilters();
  const [filtered, setFiltered] = useKept(projectId, 'assemblage filtered', true);
  const [judges, setJudges] = useKept(projectId, 'assemblage judges', true);
  const wanted = { ...usualOf(size), ...changed };
  const most = size?.max ?? Infinity;
  const judgedBy = judges ? criteria : undefined;
  const growthAsked = judgedBy !== undefined && asksGrowth(judgedBy);
  const growth = useGrowthRun('assemblage', growthAsked, area.bounds);
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
          growthRunId: growth.runId,
        });
      }}
    >
      <AreaSelect places={places} choice={area.choice} onChoose={area.choose} />
      <AreaDrawn state={area} />
      <div className={classes.wanted}>
        {fields.map(({ name, label, least, most: greatest }) => (
          <NumberField
            key={name}
            label={label}
            size="xs"
            required
            withAsterisk={false}
            min={least}
            max={greatest}
            allowDecimal={name === 'minAcres'}
            value={wanted[name]}
            onChange={(value) => {
              if (value !== undefined) setChanged({ ...changed, [name]: value });
            }}
          />
        ))}
      </div>
      {wanted.minAcres > most && (
        <Text size="xs" role="status">
          The project&apos;s criteria allow at most {acres(most)}
          {judgedBy ? ': no such site fits.' : '.'}
        </Text>
      )}
      <Checkbox
        mt="xs"
        size="xs"
        label="Also across local streets"
        checked={wanted.acrossStreets}
        onChange={({ currentTarget }) => setChanged({ ...changed, acrossStreets: currentTarget.checked })}
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
      {growthAsked && <GrowthChoice runId={growth.runId} empty="None: growth is unknown" onChoose={growth.choose} />}
      <Button mt="xs" size="xs" type="submit" loading={searching} disabled={growth.pending} fullWidth>
        Find Sites
      </Button>
    </form>
  );
}
