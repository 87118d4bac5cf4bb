import { Select } from '@mantine/core';
import type { AreaChoice } from './area';
import type { Places } from './use-places';

interface Props {
  readonly places: Places;
  readonly choice: AreaChoice;
  readonly onChoose: (choice: AreaChoice) => void;
}

/** Where to search: the project's places first, then the map, then the other counties of the state. */
export function AreaSelect({ places, choice, onChoose }: Props) {
  const { state, county, market, submarket, counties, stateName } = places;
  const own = state !== null && county !== null ? `${state}${county}` : undefined;
  const countyName = (fips: string) => counties.find((each) => each.fips === fips)?.name ?? fips;
  const chosen = choice.startsWith('county:') ? choice.slice('county:'.length) : undefined;
  const ofProject = [
    ...(submarket ? [{ value: 'submarket', label: `${submarket.name} (submarket)` }] : []),
    ...(own === undefined ? [] : [{ value: `county:${own}`, label: `${countyName(own)} (county)` }]),
    ...(market ? [{ value: 'market', label: `${market.name} (market)` }] : []),
  ];
  const others = counties.filter(({ fips }) => fips !== own).map(({ fips, name }) => ({ value: `county:${fips}`, label: name }));
  // Its name comes later than the choice.
  if (chosen !== undefined && chosen !== own && !counties.some(({ fips }) => fips === chosen)) {
    others.unshift({ value: choice, label: chosen });
  }
  return (
    <Select
      label="Area"
      size="xs"
      searchable
      allowDeselect={false}
      maxDropdownHeight={280}
      nothingFoundMessage="No such county"
      data={[
        ...(ofProject.length > 0 ? [{ group: 'The project', items: ofProject }] : []),
        {
          group: 'The map',
          items: [
            { value: 'view', label: 'What the map shows' },
            { value: 'drawn', label: 'An area that I draw' },
          ],
        },
        ...(others.length > 0 ? [{ group: `Counties of ${stateName}`, items: others }] : []),
      ]}
      value={choice}
      onChange={(value) => value && onChoose(value as AreaChoice)}
    />
  );
}
