import { Alert, Button, Group, Paper, Skeleton, Text } from '@mantine/core';
import { IconEraser, IconPlayerPlay, IconRectangle } from '@tabler/icons-react';
import type { MapRef } from '@vis.gl/react-maplibre';
import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from '../../api/client';
import { Page } from '../../ui/page';
import { useMapConfig, useSimulation } from './api';
import type { Area } from './area';
import { GrowthMap } from './growth-map';
import classes from './growth.module.css';
import { ResultPanel } from './result-panel';
import { SelectionPanel } from './selection-panel';

/** Growth of a region: select an area, run the simulation, read the picture. */
export function GrowthScreen() {
  const map = useRef<MapRef>(null);
  const [area, setArea] = useState<Area>();
  const [drawing, setDrawing] = useState(false);
  const [needsArea, setNeedsArea] = useState(false);
  const config = useMapConfig();
  const simulation = useSimulation();
  useEscape(drawing, () => setDrawing(false));

  function select(next: Area): void {
    setArea(next);
    setDrawing(false);
    setNeedsArea(false);
  }

  function showSample(next: Area): void {
    select(next);
    map.current?.fitBounds([next.west, next.south, next.east, next.north], { padding: 40, duration: 600 });
  }

  function clear(): void {
    setArea(undefined);
    setDrawing(false);
    setNeedsArea(false);
    simulation.reset();
  }

  function run(): void {
    if (!area) {
      setNeedsArea(true);
      return;
    }
    simulation.mutate(area);
  }

  return (
    <Page
      title="Regional Growth Prediction"
      note="Where a region's cities will likely grow, simulated with the SLEUTH model of urban growth."
    >
      <Group gap="xs" mb="md">
        <Button
          variant={drawing ? 'light' : 'default'}
          aria-pressed={drawing}
          leftSection={<IconRectangle size={18} aria-hidden />}
          onClick={() => setDrawing(!drawing)}
        >
          Draw Selection Area
        </Button>
        <Button variant="default" leftSection={<IconEraser size={18} aria-hidden />} onClick={clear} disabled={simulation.isPending}>
          Clear Selection
        </Button>
        <Button leftSection={<IconPlayerPlay size={18} aria-hidden />} onClick={run} loading={simulation.isPending}>
          Run SLEUTH Simulation
        </Button>
      </Group>
      {needsArea && (
        <Alert role="alert" color="yellow" mb="md" py="xs">
          Please select an area first.
        </Alert>
      )}
      <div className={classes.room}>
        <div className={classes.map} role="region" aria-label="Map to select an area">
          {config.data && (
            <GrowthMap
              ref={map}
              config={config.data}
              area={area}
              drawing={drawing}
              onSketch={setArea}
              onDrawn={select}
              onSample={showSample}
            />
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
        </div>
        <SelectionPanel area={area} onSample={showSample} />
      </div>
      <ResultPanel
        running={simulation.isPending}
        error={simulation.error ? sentenceOf(simulation.error, 'Simulation failed') : undefined}
        simulation={simulation.data}
      />
    </Page>
  );
}

/** Calls when Esc is pressed, while it matters. */
function useEscape(active: boolean, act: () => void): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (!active) return;
    const pressed = (event: KeyboardEvent) => {
      if (event.key === 'Escape') latest.current();
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, [active]);
}
