import { Button, CloseButton, Group, Paper, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import classes from './map-screen.module.css';
import type { Spot } from './map-state';
import { areaOf, areaWords, lengthOf, lengthWords, type MeasureAction, type Measurement } from './measure';

interface Props {
  readonly measurement: Measurement;
  readonly dispatch: (action: MeasureAction) => void;
  readonly middle: () => Spot | undefined;
}

/** Elements that Enter activates, and where Esc closes something else. */
const activated = 'button, input, a, [role="option"], [role="slider"]';
const closed = '[role="dialog"], [role="combobox"]';

/**
 * The measured distance and area. With the mouse: click corners, double-click or Enter finishes, Esc ends. With the keyboard: 'Add Point'
 * sets a corner at the cross in the middle of the map.
 */
export function MeasurePanel({ measurement, dispatch, middle }: Props) {
  const { corners, finished } = measurement;
  const first = useRef<HTMLButtonElement>(null);

  // The keyboard continues here, after the tool was chosen.
  useEffect(() => first.current?.focus(), []);

  function addMiddle(): void {
    const corner = middle();
    if (corner) dispatch({ type: 'add', corner });
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const within = (selector: string) => event.target instanceof Element && event.target.closest(selector) !== null;
    if (event.key === 'Escape' && !within(closed)) dispatch({ type: 'end' });
    if (event.key === 'Enter' && !within(activated)) dispatch({ type: 'finish' });
  });
  useEffect(() => {
    const handle = (event: KeyboardEvent) => onKey(event);
    // Before tooltips, which stop the key that closes them.
    window.addEventListener('keydown', handle, true);
    return () => window.removeEventListener('keydown', handle, true);
  }, []);

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
                    {areaWords(areaOf(corners))}
                  </Text>
                )}
              </>
            )}
          </div>
          <CloseButton aria-label="End measuring" onClick={() => dispatch({ type: 'end' })} />
        </Group>
        <Group gap="xs" mt="xs">
          {finished ? (
            <Button size="xs" variant="default" onClick={() => dispatch({ type: 'start' })}>
              Measure Again
            </Button>
          ) : (
            <>
              <Button size="xs" variant="default" ref={first} onClick={addMiddle}>
                Add Point
              </Button>
              <Button size="xs" variant="default" disabled={corners.length === 0} onClick={() => dispatch({ type: 'undo' })}>
                Undo
              </Button>
              <Button size="xs" disabled={corners.length < 2} onClick={() => dispatch({ type: 'finish' })}>
                Finish
              </Button>
            </>
          )}
        </Group>
      </Paper>
    </>
  );
}
