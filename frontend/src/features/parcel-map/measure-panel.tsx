import { Button, CloseButton, Group, Paper, Text } from '@mantine/core';
import type { MapRef } from '@vis.gl/react-maplibre';
import { useRef, type RefObject } from 'react';
import { useFocusFromBody } from '../../ui/use-focus-from-body';
import classes from './map-screen.module.css';
import { areaOf, areaWords, crossesItself, lengthOf, lengthWords, type MeasureAction, type Measurement } from './measure';
import { PointTools } from './point-tools';
import { useToolAfter } from './tool-focus';
import { useEscape } from './use-escape';

interface Props {
  readonly measurement: Measurement;
  readonly dispatch: (action: MeasureAction) => void;
  readonly map: RefObject<MapRef | null>;
}

/** The measured distance and area. With the mouse: click corners, double-click finishes. With the keyboard: `PointTools`. Esc ends. */
export function MeasurePanel({ measurement, dispatch, map }: Props) {
  const { corners, finished } = measurement;
  const again = useRef<HTMLButtonElement>(null);
  useEscape(true, () => dispatch({ type: 'end' }));
  useToolAfter('Measure');
  // 'Finish' is gone then.
  useFocusFromBody(again, finished);

  return (
    <>
      {!finished && <div className={classes.cross} aria-hidden />}
      <Paper className={classes.measure ?? ''} shadow="md" p="sm" component="section" aria-label="Measurement">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <div aria-live="polite">
            {corners.length < 2 ? (
              <Text size="sm">Click points on the map, or add the point at the cross.</Text>
            ) : (
              <>
                <Text size="sm" fw={600} className="tabular" data-testid="measured-distance">
                  {lengthWords(lengthOf(corners))}
                </Text>
                {corners.length > 2 && (
                  <Text size="sm" className="tabular" data-testid="measured-area">
                    {crossesItself(corners) ? 'The outline crosses itself, so it has no area.' : areaWords(areaOf(corners))}
                  </Text>
                )}
              </>
            )}
          </div>
          <CloseButton aria-label="End measuring" onClick={() => dispatch({ type: 'end' })} />
        </Group>
        {finished ? (
          <Button ref={again} mt="xs" size="xs" variant="default" onClick={() => dispatch({ type: 'start' })}>
            Measure Again
          </Button>
        ) : (
          <PointTools
            map={map}
            count={corners.length}
            least={2}
            onAdd={(corner) => dispatch({ type: 'add', corner })}
            onUndo={() => dispatch({ type: 'undo' })}
            onFinish={() => dispatch({ type: 'finish' })}
          />
        )}
      </Paper>
    </>
  );
}
