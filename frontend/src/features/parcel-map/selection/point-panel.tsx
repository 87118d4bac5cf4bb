import { CloseButton, Group, Paper, Text } from '@mantine/core';
import type { MapRef } from '@vis.gl/react-maplibre';
import { useReducer, type RefObject } from 'react';
import { Measured } from '../map-layers';
import classes from '../map-screen.module.css';
import type { Spot } from '../map-state';
import { empty, reduceMeasure } from '../measure';
import { OnMap } from '../on-map';
import { PointTools } from '../point-tools';
import { choiceAt, type Choice, type DrawnTool } from './shape';

interface Props {
  readonly tool: DrawnTool;
  readonly map: RefObject<MapRef | null>;
  readonly onDrawn: (choice: Choice) => void;
  readonly onEnd: () => void;
}

/** What to do, and the fewest points; two points are all that a rectangle and a circle have. */
const tools: Readonly<Record<DrawnTool, { readonly words: string; readonly least: number; readonly most?: number }>> = {
  rectangle: { words: 'Drag on the map, or add two opposite corners at the cross.', least: 2, most: 2 },
  circle: { words: 'Drag on the map, or add the center and a point of the edge at the cross.', least: 2, most: 2 },
  lasso: { words: 'Drag around an area, or add its corners at the cross.', least: 3 },
  corridor: { words: 'Drag along a line, or add its points at the cross.', least: 2 },
  road: { words: 'Click a road, drag along a line, or add its points at the cross.', least: 2 },
};

/** Draws an area or a line point by point, as the pad does by a drag. Esc is the pad's. */
export function PointPanel({ tool, map, onDrawn, onEnd }: Props) {
  const { words, least, most } = tools[tool];
  const [drawn = empty, dispatch] = useReducer(reduceMeasure, empty);
  const { corners } = drawn;

  function finish(spots: readonly Spot[]): void {
    const choice = choiceAt(tool, spots);
    if (choice) onDrawn(choice);
  }

  return (
    <>
      <div className={classes.cross} aria-hidden />
      <Paper className={classes.measure ?? ''} shadow="md" p="sm" component="section" aria-label="Drawing">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Text size="sm" aria-live="polite">
            {corners.length === 0 ? words : corners.length === 1 ? '1 point' : `${corners.length} points`}
          </Text>
          <CloseButton aria-label="End drawing" onClick={onEnd} />
        </Group>
        <PointTools
          map={map}
          count={corners.length}
          least={least}
          onAdd={(corner) => {
            if (corners.length + 1 === most) finish([...corners, corner]);
            else dispatch({ type: 'add', corner });
          }}
          onUndo={() => dispatch({ type: 'undo' })}
          onFinish={() => finish(corners)}
        />
      </Paper>
      <OnMap>
        <Measured id="drawn" measurement={drawn} filled={tool === 'lasso'} />
      </OnMap>
    </>
  );
}
