import { Button, Group, Paper, SimpleGrid, Text, Title } from '@mantine/core';
import MapLibre, { type ViewState } from '@vis.gl/react-maplibre';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { groundStyle } from '../../../lib/base-map';
import { useBorders } from '../../../ui/map/use-borders';
import classes from '../growth.module.css';
import { OverlayLayer } from '../result/overlay-layer';
import type { GrowthResult, MapConfig } from '../api/types';
import { UrbanChart } from '../result/urban-chart';
import { usePlayer } from '../result/use-player';
import { YearSlider } from '../result/year-slider';

const km2 = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const signed = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0, signDisplay: 'exceptZero' });

interface Props {
  readonly config: MapConfig;
  readonly results: readonly [GrowthResult, GrowthResult];
  readonly onClose: () => void;
}

/** Two predictions side by side: maps that move together, one year for both, one chart. */
export function CompareView({ config, results, onClose }: Props) {
  const [left, right] = results;
  const [view, setView] = useState<Partial<ViewState>>(() => middleOf(left));
  const [first, last] = [
    Math.min(...results.map((result) => result.years[0]?.year ?? result.start_year)),
    Math.max(...results.map(({ stop_year }) => stop_year)),
  ];
  const player = usePlayer(first, last);
  const names = results.map((result, place) => nameOf(result, place));
  const [one, other] = results.map((result) => urbanIn(result, player.year));
  return (
    <Paper withBorder p="md" mt="md" component="section" aria-label="Side by side">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          Side by side
        </Title>
        <Button variant="default" size="xs" leftSection={<IconX size={16} aria-hidden />} onClick={onClose}>
          Close
        </Button>
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2 }} mb="sm">
        {[left, right].map((result, place) => (
          <div key={result.run.run_id}>
            <Text size="sm" fw={600} mb={4}>
              {names[place]}
            </Text>
            <div className={classes.small} role="region" aria-label={`Map of ${names[place] ?? ''}`}>
              <Half config={config} result={result} year={player.year} view={view} onView={setView} />
            </div>
          </div>
        ))}
      </SimpleGrid>
      <YearSlider first={first} last={last} player={player} />
      <Text size="sm" my="sm" className={classes.number ?? ''} data-testid="difference">
        Urban area in {player.year}: {km2.format(one ?? 0)} and {km2.format(other ?? 0)} km², a difference of{' '}
        {signed.format((other ?? 0) - (one ?? 0))} km².
      </Text>
      <UrbanChart curves={results.map((result, place) => ({ name: names[place] ?? '', years: result.years }))} year={player.year} />
    </Paper>
  );
}

interface HalfProps {
  readonly config: MapConfig;
  readonly result: GrowthResult;
  readonly year: number;
  readonly view: Partial<ViewState>;
  readonly onView: (view: Partial<ViewState>) => void;
}

function Half({ config, result, year, view, onView }: HalfProps) {
  const style = useBorders(() => groundStyle(config.streetmap));
  const within = Math.min(Math.max(year, result.years[0]?.year ?? year), result.stop_year);
  return (
    <MapLibre
      {...view}
      mapStyle={style}
      attributionControl={{ compact: true }}
      style={{ width: '100%', height: '100%' }}
      onMove={({ viewState }) => onView({ longitude: viewState.longitude, latitude: viewState.latitude, zoom: viewState.zoom })}
    >
      <OverlayLayer result={result} year={within} opacity={0.85} />
    </MapLibre>
  );
}

function middleOf({ bounds }: GrowthResult): Partial<ViewState> {
  return { longitude: (bounds.west + bounds.east) / 2, latitude: (bounds.south + bounds.north) / 2, zoom: 8.6 };
}

function nameOf({ run }: GrowthResult, place: number): string {
  const { diffusion, breed, spread, slope_resistance, road_gravity } = run.coefficients;
  const set = [diffusion, breed, spread, slope_resistance, road_gravity].join(', ');
  return `${place === 0 ? 'Left' : 'Right'}: ${run.name ?? run.layers?.name ?? 'Selected area'} (${set})`;
}

function urbanIn(result: GrowthResult, year: number): number | undefined {
  return (result.years.find((each) => each.year === year) ?? result.years.at(-1))?.urban_km2;
}
