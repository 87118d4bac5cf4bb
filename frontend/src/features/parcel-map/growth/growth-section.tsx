import { Anchor, Loader, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Geometry } from 'geojson';
import { Link } from 'react-router';
import type { components } from '../../../api/generated/parcel-lookup';
import { growthAroundQuery } from '../../../api/queries/growth';
import { paths } from '../../../lib/paths';
import { Fact } from '../../../ui/fact';
import { QueryPanel } from '../../../ui/query-panel';
import { boundsOf, type Bounds } from '../geometry';
import type { SectionProps } from '../inspect/sections';
import { runWords, useRunAround, type GrowthRun } from './runs';

type Grown = components['schemas']['GrownParcel'];

/** What a finished simulation says of the land around the parcel: that of the search, else the one on the map, else the newest one of the place. */
export function GrowthSection({ parcel }: SectionProps) {
  const { run, pending, failed } = useRunAround(parcel);
  const around = regionOf(parcel.geometry as unknown as Geometry | null);
  return (
    <Stack gap={4} component="section" aria-label="Growth">
      <Title order={3} size="h6">
        Growth
      </Title>
      {run ? (
        <Around run={run} parcel={parcel} />
      ) : (
        <Fact label="Chance">{pending ? <Loader size="xs" role="progressbar" aria-label="Loading the simulations" /> : undefined}</Fact>
      )}
      {!run && !pending && (
        <Text size="xs" c="dimmed">
          {failed ? 'The simulations could not be loaded.' : 'No finished simulation covers this parcel.'}
        </Text>
      )}
      {around && (
        <Anchor component={Link} to={paths.growthOf(around)} size="xs">
          Simulate growth around it
        </Anchor>
      )}
    </Stack>
  );
}

/** Land around a site, degrees: 10 km on each side. */
const margin = 0.09;

/** The region whose growth matters to a parcel, or to all parcels of a site. */
function regionOf(outline: Geometry | null): Bounds | undefined {
  const bounds = outline && boundsOf(outline);
  if (!bounds) return undefined;
  const [west, south, east, north] = bounds;
  const wide = margin / Math.cos((((south + north) / 2) * Math.PI) / 180);
  return [west - wide, south - margin, east + wide, north + margin];
}

function Around({ run, parcel }: { readonly run: GrowthRun; readonly parcel: SectionProps['parcel'] }) {
  const around = useQuery(growthAroundQuery(run.run_id, parcel));
  return (
    <>
      <QueryPanel
        query={around}
        failure="The growth chance could not be loaded."
        pending={<Loader size="xs" role="progressbar" aria-label="Loading the growth chance" />}
      >
        {(grown) => (
          <>
            <Fact label="Chance">{chanceWords(grown)}</Fact>
            <Fact label="Likely decade">{decadeWords(grown, run)}</Fact>
          </>
        )}
      </QueryPanel>
      <Text size="xs" c="dimmed">
        {runWords(run)}. Chance that open land within 500 m becomes urban
        {parcel.site ? '; the mean of its parcels, each by its land.' : '.'}
      </Text>
      {run.caution !== null && <Text size="xs">{run.caution}</Text>}
    </>
  );
}

function chanceWords({ inside, chance_percent, surrounded_percent_now }: Grown): string | undefined {
  if (!inside) return undefined;
  if (chance_percent !== null) return `${chance_percent} %`;
  return surrounded_percent_now === null ? 'No land that can be built on' : 'No open land around';
}

function decadeWords({ inside, likely_decade, surrounded_percent_now }: Grown, { layers, horizon_years }: GrowthRun): string | undefined {
  if (likely_decade !== null) return likely_decade;
  if (!inside || surrounded_percent_now === null || !layers) return undefined;
  return `Not by ${layers.start_year + horizon_years}`;
}
