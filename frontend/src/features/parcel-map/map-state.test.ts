import { describe, expect, it } from 'vitest';
import type { ParcelData, SavedMarker } from './api';
import { idle, reduceMap, unsavedSpot, type MapAction, type MapState } from './map-state';

const spot = { lat: 29.7604, lon: -95.3698 };
const parcel = (parcelnumb: string) => ({ parcelnumb }) as ParcelData;
const marker: SavedMarker = { id: 42, ...spot, parcel: parcel('1') };

function after(...actions: MapAction[]): MapState {
  return actions.reduce(reduceMap, idle);
}

describe('the life of a marker', () => {
  it('is drawn, looked up and reviewed, the first of several proposed', () => {
    const state = after({ type: 'toggle-drawing' }, { type: 'drawn', spot }, { type: 'found', candidates: [parcel('1'), parcel('2')] });
    expect(state).toMatchObject({ kind: 'review', spot, chosen: 0, saving: false });
    expect(reduceMap(state, { type: 'choose', index: 1 })).toMatchObject({ chosen: 1 });
    expect(reduceMap(state, { type: 'choose', index: 2 })).toMatchObject({ chosen: 0 });
    expect(reduceMap(state, { type: 'show-details', marker })).toEqual({ kind: 'details', marker });
    expect(reduceMap(state, { type: 'close' })).toBe(idle);
  });

  it('leaves drawing mode with every lookup, whether or not data was found', () => {
    const drawn: MapAction[] = [{ type: 'toggle-drawing' }, { type: 'drawn', spot }];
    for (const outcome of [
      { type: 'found', candidates: [parcel('1')] },
      { type: 'not-found', feature: undefined },
      { type: 'lookup-failed' },
    ] as const) {
      expect(after(...drawn, outcome).kind).not.toBe('drawing');
    }
  });

  it('shows the unsaved marker until it is kept or discarded', () => {
    expect(unsavedSpot(after({ type: 'drawn', spot }))).toEqual(spot);
    expect(unsavedSpot(after({ type: 'drawn', spot }, { type: 'not-found', feature: undefined }))).toEqual(spot);
    expect(unsavedSpot(after({ type: 'drawn', spot }, { type: 'lookup-failed' }))).toBeUndefined();
    expect(unsavedSpot({ kind: 'details', marker })).toBeUndefined();
  });

  it('shows the details of a parcel that the project has already', () => {
    expect(after({ type: 'drawn', spot }, { type: 'found', candidates: [parcel('1')], saved: marker })).toEqual({
      kind: 'details',
      marker,
    });
  });

  it('ignores an answer that comes after the marker was discarded', () => {
    expect(after({ type: 'drawn', spot }, { type: 'close' }, { type: 'found', candidates: [parcel('1')] })).toBe(idle);
  });
});
