import { Alert, Paper, Skeleton, Text } from '@mantine/core';
import type { MapRef } from '@vis.gl/react-maplibre';
import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from '../../api/client';
import { Page } from '../../ui/page';
import { AdvancedPanel } from './run/advanced-panel';
import { useMapConfig } from './api/map-config';
import { useJoinedParcels } from './api/parcels';
import { usePrediction } from './api/results';
import { useCreateRun } from './api/runs';
import type { Area } from './area/area';
import { CalibrationPanel } from './calibrate/calibration-panel';
import { CompareView } from './compare/compare-view';
import { GrowthMap } from './area/growth-map';
import classes from './growth.module.css';
import { MapLegend } from './result/map-legend';
import { OverlayLayer } from './result/overlay-layer';
import { prefetch } from './result/overlay';
import { ParcelPanel } from './result/parcel-panel';
import { ResultPanel } from './result/result-panel';
import { RunTable } from './run/run-table';
import { RunView } from './run/run-view';
import { SelectionPanel } from './area/selection-panel';
import { defaultSettings, predictionRequest } from './run/settings';
import { Toolbar } from './run/toolbar';
import { hasEnded } from './api/types';
import { useLiveRun } from './api/use-live-run';
import { usePageState } from './use-page-state';
import { usePlayer } from './result/use-player';
import { useSelection } from './area/use-selection';
import { YearSlider } from './result/year-slider';

/** Growth of a region: select an area, run the simulation, read the result. */
export function GrowthScreen() {
  const map = useRef<MapRef>(null);
  const { area, sketch, select, drawing, setDrawing, missing, setMissing } = useSelection();
  const [settings, setSettings] = useState(defaultSettings);
  const [opacity, setOpacity] = useState(0.8);
  const [projectId, setProjectId] = useState<string | null>(null);
  const config = useMapConfig();
  const page = usePageState();
  const create = useCreateRun((created) => page.show(created.run_id));
  const run = useLiveRun(page.run);
  const result = usePrediction(run?.state === 'succeeded' ? run.run_id : undefined);
  const beside = usePrediction(page.beside);
  const shown = result.data;
  const first = shown?.years[0]?.year ?? 0;
  const player = usePlayer(first, shown?.stop_year ?? 0);
  const parcels = useJoinedParcels(run?.run_id ?? '', shown ? projectId : null);

  useEffect(() => {
    if (shown) prefetch(shown);
  }, [shown]);

  function showArea(next: Area): void {
    select(next);
    map.current?.fitBounds([next.west, next.south, next.east, next.north], { padding: 40, duration: 600 });
  }

  function start(): void {
    if (area) create.mutate(predictionRequest(area, settings));
    else setMissing(true);
  }

  const failed = create.error ?? result.error;
  return (
    <Page
      title="Regional Growth Prediction"
      note="Where a region's cities will likely grow, simulated with the SLEUTH model of urban growth."
    >
      <Toolbar
        drawing={drawing}
        running={create.isPending || (run !== undefined && !hasEnded(run))}
        missing={missing}
        onDraw={() => setDrawing(!drawing)}
        onClear={() => {
          select(undefined);
          create.reset();
          page.show(undefined);
        }}
        onRun={start}
      />
      <div className={classes.room}>
        <div>
          <div className={classes.map} role="region" aria-label="Map to select an area">
            {config.data && (
              <GrowthMap
                ref={map}
                config={config.data}
                area={area}
                drawing={drawing}
                onSketch={sketch}
                onDrawn={select}
                onSample={showArea}
              >
                {shown && <OverlayLayer result={shown} year={player.year} opacity={opacity} parcels={parcels.data ?? []} />}
              </GrowthMap>
            )}
            {config.isPending && <Skeleton h="100%" radius={0} />}
            {config.isError && (
              <Alert color="red" role="alert" m="md" title="The map cannot be shown">
                {config.error.message}
              </Alert>
            )}
            {drawing && (
              <Paper className={classes.hint ?? ''} shadow="md" px="sm" py={6} role="status">
                <Text size="sm">Drag, or click two opposite corners. Esc stops.</Text>
              </Paper>
            )}
            {shown && <MapLegend legend={shown.legend} opacity={opacity} onOpacity={setOpacity} />}
          </div>
          {shown && <YearSlider first={first} last={shown.stop_year} player={player} />}
        </div>
        <SelectionPanel area={area} onSample={showArea}>
          <AdvancedPanel settings={settings} onChange={setSettings} />
        </SelectionPanel>
      </div>
      <RunView run={run} error={failed ? sentenceOf(failed, 'Simulation failed') : undefined}>
        {shown && (
          <ResultPanel
            result={shown}
            year={player.year}
            parcels={<ParcelPanel projectId={projectId} onProject={setProjectId} parcels={parcels} />}
          />
        )}
      </RunView>
      {config.data && shown && beside.data && (
        <CompareView config={config.data} results={[shown, beside.data]} onClose={() => page.showBeside(undefined)} />
      )}
      <RunTable
        shown={page.run}
        comparable={shown !== undefined}
        onShow={(chosen) => {
          create.reset();
          page.show(chosen.run_id);
          showArea(chosen.bbox);
        }}
        onBeside={(chosen) => page.showBeside(chosen.run_id)}
        onRemoved={(removed) => {
          if (removed === page.run) page.show(undefined);
          else if (removed === page.beside) page.showBeside(undefined);
        }}
      />
      <CalibrationPanel area={area} onUse={(calibrationId, coefficients) => setSettings({ ...settings, calibrationId, coefficients })} />
    </Page>
  );
}
