import { Button, Group, SimpleGrid, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { groundStyle } from '../../../lib/base-style';
import { BaseMap, useDarkMap } from '../../../ui/base-map';
import type { GrowthResult, MapConfig } from '../api/types';
import { Panel } from '../panel';
import { Caution } from '../result/caution';
import { CurveKey } from '../result/curve-key';
import { urbanIn } from '../result/figures';
import { LegendEntries } from '../result/legend-entries';
import { OverlayLayer } from '../result/overlay-layer';
import { UrbanChart } from '../result/urban-chart';
import { usePlayer } from '../result/use-player';
import { YearSlider } from '../result/year-slider';
import { areaName, coefficientsOf, yearsOf } from '../../../lib/growth-words';
import classes from './compare.module.css';
import { placeOf, sharedOf, viewOn, type SharedView } from './view';

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const signed = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0, signDisplay: 'exceptZero' });
/** Size in pixels in which an area is fitted; the maps have at least this above their attribution. */
const square = 310;
const attribution = { top: 0, right: 0, bottom: 64, left: 0 } as const;

interface Props {
  readonly config: MapConfig;
  readonly results: readonly [GrowthResult, GrowthResult];
  /** True when the user has just requested it: scroll into view. */
  readonly asked: boolean;
  readonly onClose: () => void;
}

/** Two predictions side by side: synchronized maps, one year, one chart. */
export function CompareView({ config, results, asked, onClose }: Props) {
  const section = useRef<HTMLDivElement>(null);
  const [left, right] = results;
  const [view, setView] = useState<SharedView>(() => viewOn([left.bounds, right.bounds], square));
  // Years that both have: beyond them, one's future would be compared with the other's past.
  const first = Math.max(left.start_year, right.start_year) + 1;
  const last = Math.max(first, Math.min(left.stop_year, right.stop_year));
  const player = usePlayer(first, last);
  const names = results.map(({ run }, place) => `${place === 0 ? 'Left' : 'Right'}: ${areaName(run)}`);
  // Rounded before the comparison, so that the difference matches the displayed figures.
  const [one = 0, other = 0] = results.map((result) => Math.round(urbanIn(result, player.year)));

  useEffect(() => {
    if (!asked) return;
    section.current?.scrollIntoView({ block: 'start' });
    section.current?.focus({ preventScroll: true });
  }, [asked]);

  return (
    <Panel
      ref={section}
      label="Side by side"
      title="Side by side"
      actions={
        <Button variant="default" size="xs" leftSection={<IconX size={16} aria-hidden />} onClick={onClose}>
          Close
        </Button>
      }
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} mb="xs">
        {results.map((result, place) => (
          <div key={place === 0 ? 'left' : 'right'}>
            <Group gap="xs" wrap="nowrap">
              <CurveKey place={place} />
              <Text size="sm" fw={600}>
                {names[place]}
              </Text>
            </Group>
            <Text size="xs" c="dimmed" mb="xs">
              {yearsOf(result.run)} · {result.run.iterations} runs · Coefficients: {coefficientsOf(result.run)}
            </Text>
            <div className={classes.map} role="region" aria-label={`Map of ${names[place] ?? ''}`}>
              <Half config={config} result={result} year={player.year} view={view} onView={setView} />
            </div>
          </div>
        ))}
      </SimpleGrid>
      <LegendEntries inline legend={left.legend} label="Legend of both maps" size="xs" />
      <YearSlider first={first} last={last} player={player} />
      <Text size="sm" mb="md" className="tabular" data-testid="difference">
        Urban area in {player.year}: {whole.format(one)} and {whole.format(other)} km², a difference of {signed.format(other - one)} km².
      </Text>
      {results.map((result, place) => (
        <Caution key={place === 0 ? 'left' : 'right'} run={result.run} of={place === 0 ? 'Left' : 'Right'} />
      ))}
      <UrbanChart curves={results.map((result, place) => ({ name: names[place] ?? '', result }))} year={player.year} />
    </Panel>
  );
}

interface HalfProps {
  readonly config: MapConfig;
  readonly result: GrowthResult;
  readonly year: number;
  readonly view: SharedView;
  readonly onView: (view: SharedView) => void;
}

function Half({ config, result, year, view, onView }: HalfProps) {
  const dark = useDarkMap();
  const style = useMemo(() => groundStyle(config, 'pictures', dark), [config, dark]);
  return (
    <BaseMap
      {...placeOf(result.bounds, view)}
      padding={attribution}
      mapStyle={style}
      onMove={({ viewState }) => onView(sharedOf(result.bounds, viewState))}
    >
      <OverlayLayer result={result} year={Math.min(Math.max(year, result.start_year), result.stop_year)} opacity={0.85} />
    </BaseMap>
  );
}
