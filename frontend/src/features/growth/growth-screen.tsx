import { Alert, Stack } from '@mantine/core';
import { IconChartAreaLine } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { sentenceOf } from '../../api/client';
import { growthParcelsQuery, growthResultQuery } from '../../api/queries/growth';
import { mapConfigQuery } from '../../api/queries/parcels';
import { EmptyState } from '../../ui/empty-state';
import { Page } from '../../ui/page';
import { useCreateRun } from './api/runs';
import { hasEnded, type GrowthResult } from './api/types';
import { useLiveRun } from './api/use-live-run';
import { HowTo } from './area/how-to';
import { SampleList } from './area/sample-list';
import { SelectionSize } from './area/selection-size';
import { useSelection } from './area/use-selection';
import { CalibrationPanel } from './calibrate/calibration-panel';
import { CompareView } from './compare/compare-view';
import { GrowthStage } from './growth-stage';
import classes from './growth.module.css';
import { Panel } from './panel';
import { ParcelPanel } from './result/parcel-panel';
import { ResultPanel } from './result/result-panel';
import { usePlayer } from './result/use-player';
import { AdvancedPanel } from './run/advanced-panel';
import { RunStatus } from './run/run-status';
import { RunTable } from './run/run-table';
import { RunUnderWay } from './run/run-under-way';
import { defaultSettings, predictionRequest } from './run/settings';
import { Toolbar } from './run/toolbar';
import { usePageState } from './use-page-state';

/** Growth of a region: select an area, run the simulation, view the result. */
export function GrowthScreen() {
  const page = usePageState();
  const run = useLiveRun(page.run);
  const selection = useSelection(run?.bbox ?? (page.run === undefined ? page.area : undefined));
  const [settings, setSettings] = useState(defaultSettings);
  const [projectId, setProjectId] = useState<string | null>(null);
  const [comparing, setComparing] = useState(false);
  const top = useRef<HTMLDivElement>(null);
  const past = useRef<HTMLDivElement>(null);
  const { data: config } = useSuspenseQuery(mapConfigQuery);
  const create = useCreateRun((created) => page.show(created.run_id));
  const result = useQuery({ ...growthResultQuery<GrowthResult>(page.run ?? ''), enabled: run?.state === 'succeeded' });
  const beside = useQuery({ ...growthResultQuery<GrowthResult>(page.beside ?? ''), enabled: page.beside !== undefined });
  const shown = result.data;
  const player = usePlayer(shown?.years[0]?.year ?? 0, shown?.stop_year ?? 0);
  const parcels = useQuery({ ...growthParcelsQuery(page.run ?? '', projectId ?? ''), enabled: shown !== undefined && projectId !== null });
  const failed = create.error ?? result.error;
  const { area } = selection;

  function start(): void {
    if (area) create.mutate(predictionRequest(area, settings));
    else selection.setMissing(true);
  }

  return (
    <Page
      wide
      title="Regional Growth Prediction"
      note="Where cities could grow, simulated by the SLEUTH model of urban growth."
      actions={
        <Toolbar
          drawing={selection.drawing}
          running={create.isPending || (run !== undefined && !hasEnded(run))}
          onDraw={() => selection.setDrawing(!selection.drawing)}
          onClear={() => {
            selection.select(undefined);
            create.reset();
            page.show(undefined);
          }}
          onRun={start}
        />
      }
    >
      <Stack gap="md" ref={top}>
        {selection.missing && (
          <Alert role="alert" color="yellow" py="xs">
            Please select an area first.
          </Alert>
        )}
        <div className={classes.layout}>
          <GrowthStage config={config} selection={selection} result={shown} player={player} parcels={parcels.data ?? []} />
          <div className={classes.side}>
            <SelectionSize area={area} />
            <div className={classes.status}>
              <RunStatus run={run} error={failed ? sentenceOf(failed, 'Simulation failed') : undefined} />
              {page.run === undefined && <RunUnderWay onShow={page.show} />}
            </div>
            <SampleList onSample={selection.show} />
            <AdvancedPanel settings={settings} onChange={setSettings} />
            <HowTo />
          </div>
        </div>
        {shown && !failed && (
          <ResultPanel
            result={shown}
            year={player.year}
            parcels={<ParcelPanel projectId={projectId} onProject={setProjectId} parcels={parcels} />}
          />
        )}
        {!run && !failed && <NoResult />}
        {shown && beside.data && (
          <CompareView
            key={`${shown.run.run_id} ${beside.data.run.run_id}`}
            config={config}
            results={[shown, beside.data]}
            asked={comparing}
            onClose={() => {
              page.showBeside(undefined);
              // The keyboard continues where a run is chosen to compare with.
              past.current?.focus({ preventScroll: true });
            }}
          />
        )}
        <RunTable
          ref={past}
          shown={page.run}
          comparable={shown !== undefined}
          onShow={(chosen) => {
            create.reset();
            page.show(chosen.run_id);
            selection.show(chosen.bbox);
            top.current?.scrollIntoView({ block: 'start' });
          }}
          onBeside={(chosen) => {
            setComparing(true);
            page.showBeside(chosen.run_id);
          }}
          onRemoved={(removed) => {
            if (removed === page.run) page.show(undefined);
            else if (removed === page.beside) page.showBeside(undefined);
          }}
        />
        <CalibrationPanel area={area} onUse={(calibrationId, coefficients) => setSettings({ ...settings, calibrationId, coefficients })} />
      </Stack>
    </Page>
  );
}

function NoResult() {
  return (
    <Panel label="Simulation result">
      <EmptyState
        icon={IconChartAreaLine}
        title="No simulation yet"
        sentence="Select an area, then run the simulation to see where its cities could grow."
      />
    </Panel>
  );
}
