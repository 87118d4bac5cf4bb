import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useDrawing } from './use-drawing';

const at = (lng: number, lat: number) => ({ lngLat: { lng, lat }, point: { x: lng * 100, y: lat * -100 } });
const drawn = { west: 1, south: 1, east: 3, north: 2 };

function pen(drawing = true) {
  const [onSketch, onDrawn] = [vi.fn(), vi.fn()];
  const { result } = renderHook(() => useDrawing(drawing, onSketch, onDrawn));
  return { ...result.current, onSketch, onDrawn };
}

it('draws by a drag', () => {
  const { down, move, up, onSketch, onDrawn } = pen();
  down(at(1, 2));
  move(at(2, 1.5));
  expect(onSketch).toHaveBeenLastCalledWith({ west: 1, south: 1.5, east: 2, north: 2 });
  up(at(3, 1));
  expect(onDrawn).toHaveBeenCalledExactlyOnceWith(drawn);
});

it('draws by two clicks', () => {
  const { down, move, up, onDrawn } = pen();
  down(at(3, 1));
  up(at(3, 1));
  expect(onDrawn).not.toHaveBeenCalled();
  move(at(2, 2));
  down(at(1, 2));
  up(at(1, 2));
  expect(onDrawn).toHaveBeenCalledExactlyOnceWith(drawn);
});

it('leaves the map alone while nobody draws', () => {
  const { down, move, up, onSketch, onDrawn } = pen(false);
  down(at(1, 2));
  move(at(2, 2));
  up(at(3, 1));
  expect(onSketch).not.toHaveBeenCalled();
  expect(onDrawn).not.toHaveBeenCalled();
});
