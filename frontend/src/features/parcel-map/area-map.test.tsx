import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { Polygon } from 'geojson';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '../../testing/render-screen';
import { answer } from '../../testing/server';
import { AreaMap } from './area-map';

const user = userEvent.setup({ delay: null });

/** jsdom has no pointer capture. */
const pad = async () => Object.assign(await screen.findByTestId('selection-pad'), { setPointerCapture: () => undefined });

async function open(onDrawn: (area: Polygon) => void, onDrawing: (drawing: boolean) => void = () => undefined): Promise<void> {
  answer('get', '/api-2/map_config', { parcel_tiles: '/api-2/tiles/{z}/{x}/{y}.mvt', archives: [] });
  renderScreen(<AreaMap at={{ lon: -95.37, lat: 29.76 }} area={undefined} onDrawn={onDrawn} onDrawing={onDrawing} />);
  await user.click(await screen.findByRole('button', { name: 'Draw the area' }));
}

it('gives the area that a drag goes around, with a bounded number of positions', async () => {
  const drawn = vi.fn<(area: Polygon) => void>();
  await open(drawn);
  const target = await pad();
  fireEvent.pointerDown(target, { clientX: 300, clientY: 200, isPrimary: true });
  // A circle with a jagged edge.
  for (let step = 1; step < 400; step += 1) {
    const reach = 100 + (step % 2) * 20;
    const turn = (2 * Math.PI * step) / 400;
    fireEvent.pointerMove(target, { clientX: 200 + reach * Math.cos(turn), clientY: 200 + reach * Math.sin(turn), isPrimary: true });
  }
  fireEvent.pointerUp(target, { clientX: 300, clientY: 200, isPrimary: true });
  expect(drawn).toHaveBeenCalledOnce();
  const [ring = []] = drawn.mock.calls[0]?.[0].coordinates ?? [];
  expect(ring.length).toBeGreaterThan(5);
  expect(ring.length).toBeLessThanOrEqual(151);
  expect(ring.at(-1)).toEqual(ring[0]);
  expect(screen.queryByTestId('selection-pad')).toBeNull();
});

it('takes no click for an area, and ends drawing by Esc', async () => {
  const drawn = vi.fn<(area: Polygon) => void>();
  const drawing = vi.fn<(drawing: boolean) => void>();
  await open(drawn, drawing);
  expect(drawing).toHaveBeenLastCalledWith(true);
  const target = await pad();
  fireEvent.pointerDown(target, { clientX: 300, clientY: 200, isPrimary: true });
  fireEvent.pointerUp(target, { clientX: 301, clientY: 200, isPrimary: true });
  expect(drawn).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Draw the area' })).toHaveAttribute('aria-pressed', 'true');
  await user.keyboard('{Escape}');
  expect(screen.queryByTestId('selection-pad')).toBeNull();
  expect(drawing).toHaveBeenLastCalledWith(false);
});
