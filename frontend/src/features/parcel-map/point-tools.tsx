import { Button, Group } from '@mantine/core';
import type { MapRef } from '@vis.gl/react-maplibre';
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { directions, isArrow } from './inspect/tiles';
import type { Spot } from './map-state';

interface Props {
  readonly map: RefObject<MapRef | null>;
  /** Points so far. */
  readonly count: number;
  /** Fewest points of what is drawn. */
  readonly least: number;
  readonly onAdd: (spot: Spot) => void;
  readonly onUndo: () => void;
  readonly onFinish: () => void;
}

/** Elements that Enter activates, and in which Backspace deletes a letter. */
const activated = 'button, input, a, [role="option"], [role="slider"]';
const typedIn = 'input, textarea, [contenteditable="true"]';

/** Pixels of an arrow key: as far as the map's own; with Shift, for aiming. */
const step = { usual: 100, fine: 10 };
/** Zoom levels of '+' and '-': as far as the map's own. */
const zooms: Readonly<Record<string, number>> = { '+': 1, '=': 1, '-': -1 };

/**
 * Sets points at the middle of the map, for keyboards and fingers; a cross is there. The arrow keys move the map, with Shift a little, and '+'
 * and '-' zoom; Enter adds a point, or finishes when no button has the focus, and Backspace takes the last point back.
 */
export function PointTools({ map, count, least, onAdd, onUndo, onFinish }: Props) {
  const first = useRef<HTMLButtonElement>(null);

  // The keyboard continues here, after the tool was chosen.
  useEffect(() => first.current?.focus(), []);

  function addMiddle(): void {
    const center = map.current?.getCenter();
    if (center) onAdd({ lat: center.lat, lon: center.lng });
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const within = (selector: string) => event.target instanceof Element && event.target.closest(selector) !== null;
    if (event.key === 'Enter' && count >= least && !within(activated)) {
      onFinish();
      // Or it would activate the button that has the focus then.
      event.preventDefault();
    }
    if (event.key === 'Backspace' && count > 0 && !within(typedIn)) onUndo();
  });
  useEffect(() => {
    const handle = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', handle, true);
    return () => window.removeEventListener('keydown', handle, true);
  }, []);

  return (
    <Group
      gap="xs"
      mt="xs"
      onKeyDown={({ key, shiftKey, ctrlKey, metaKey, altKey }) => {
        // Ctrl and a sign zoom the page.
        if (!map.current || ctrlKey || metaKey || altKey) return;
        const zoom = zooms[key];
        if (zoom !== undefined) map.current.zoomTo(Math.round(map.current.getZoom()) + zoom);
        if (!isArrow(key)) return;
        const [right, down] = directions[key];
        const far = shiftKey ? step.fine : step.usual;
        map.current.panBy([right * far, down * far]);
      }}
    >
      <Button size="xs" variant="default" ref={first} onClick={addMiddle}>
        Add Point
      </Button>
      <Button size="xs" variant="default" disabled={count === 0} onClick={onUndo}>
        Undo
      </Button>
      <Button size="xs" disabled={count < least} onClick={onFinish}>
        Finish
      </Button>
    </Group>
  );
}
