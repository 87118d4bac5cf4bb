import { Paper, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { JoinedParcel } from './api/types';
import type { GrowthResult, MapConfig } from './api/types';
import { GrowthMap } from './area/growth-map';
import type { Selection } from './area/use-selection';
import classes from './growth.module.css';
import { km2, urbanIn } from './result/figures';
import { MapLegend } from './result/map-legend';
import { prefetch } from './result/overlay';
import { OverlayLayer } from './result/overlay-layer';
import type { Player } from './result/use-player';
import { YearSlider } from './result/year-slider';

interface Props {
  readonly config: MapConfig;
  readonly selection: Selection;
  readonly result: GrowthResult | undefined;
  readonly player: Player;
  /** Saved parcels to show on a result. */
  readonly parcels: readonly JoinedParcel[];
}

/** The map with its content: the selection, or a year of a result with legend and player. */
export function GrowthStage({ config, selection, result, player, parcels }: Props) {
  const [opacity, setOpacity] = useState(0.8);
  const [settled, setSettled] = useState<string>();
  const lies = result?.run.run_id ?? 'nothing';

  useEffect(() => {
    if (result) prefetch(result);
  }, [result]);

  return (
    <div className={classes.stage}>
      <div
        className={classes.map}
        role="region"
        aria-label="Map to select an area"
        // For tests: the map's content is painted.
        data-map-state={settled === lies ? 'ready' : 'loading'}
      >
        <GrowthMap
          config={config}
          area={selection.area}
          inView={selection.inView}
          drawing={selection.drawing}
          onSketch={selection.sketch}
          onDrawn={selection.select}
          onSample={selection.show}
          onIdle={() => setSettled(lies)}
        >
          {result && <OverlayLayer result={result} year={player.year} opacity={opacity} parcels={parcels} />}
        </GrowthMap>
        {selection.drawing && (
          <Paper className={classes.hint ?? ''} bg="var(--surface)" shadow="md" px="sm" py={6} role="status">
            <Text size="sm">Drag, or click two opposite corners. Esc stops.</Text>
          </Paper>
        )}
      </div>
      {result && (
        <>
          <YearSlider
            first={result.years[0]?.year ?? result.start_year}
            last={result.stop_year}
            player={player}
            note={`${km2(urbanIn(result, player.year))} urban${result.run.caution === null ? '' : ', no forecast'}`}
          />
          <MapLegend legend={result.legend} opacity={opacity} onOpacity={setOpacity} />
        </>
      )}
    </div>
  );
}
