import type { MapRef } from '@vis.gl/react-maplibre';
import type { Dispatch, RefObject } from 'react';
import { useNotice } from '../../ui/dialogs';
import type { Inspecting } from './inspect/use-inspect';
import { parcelsAt } from './inspect/tiles';
import type { MapAction, MapState, Spot } from './map-state';
import type { MeasureAction, Measurement } from './measure';
import type { MapSelection } from './selection/use-selection';
import { roadInMiddle, roadsInView } from './selection/roads-on-map';
import type { Choice, DrawnTool } from './selection/shape';

interface Tools {
  readonly map: RefObject<MapRef | null>;
  readonly state: MapState;
  readonly dispatch: Dispatch<MapAction>;
  readonly draw: (spot: Spot) => Promise<void>;
  readonly measurement: Measurement | undefined;
  readonly measure: Dispatch<MeasureAction>;
  readonly selection: MapSelection;
  readonly inspecting: Inspecting;
}

/** The tools of the map: each ends what the others began. */
export function useMapTools({ map, state, dispatch, draw, measurement, measure, selection, inspecting }: Tools) {
  const notice = useNotice();

  /** The centre of the view, read on demand: the view in the URL moves the map before any event. */
  function middle(): Spot | undefined {
    const center = map.current?.getCenter();
    return center && { lat: center.lat, lon: center.lng };
  }

  function beforeSelecting(): void {
    measure({ type: 'end' });
    dispatch({ type: 'close' });
    inspecting.close();
  }

  function inspect(spot: Spot, hits: readonly string[]): void {
    // A parcel that is being added keeps its popup.
    if (state.kind === 'review' && state.saving) return;
    dispatch({ type: 'close' });
    void inspecting.at(spot, hits);
  }

  return {
    middle,
    inspect,
    inspectMiddle: () => {
      const spot = middle();
      const view = map.current;
      if (!spot || !view) return;
      const { x, y } = view.project([spot.lon, spot.lat]);
      inspect(spot, parcelsAt(view, [x, y]));
    },
    draw: () => {
      measure({ type: 'end' });
      selection.clear();
      inspecting.close();
      dispatch({ type: 'toggle-drawing' });
    },
    dropInMiddle: () => {
      const spot = middle();
      if (spot) void draw(spot);
    },
    measure: () => {
      if (state.kind === 'drawing') dispatch({ type: 'toggle-drawing' });
      selection.clear();
      inspecting.close();
      measure({ type: measurement ? 'end' : 'start' });
    },
    select: (tool: DrawnTool) => {
      beforeSelecting();
      selection.draw(tool);
    },
    selectInView: () => {
      beforeSelecting();
      const view = map.current?.getBounds();
      if (view) void selection.select({ bbox: [view.getWest(), view.getSouth(), view.getEast(), view.getNorth()] });
    },
    selectAround: () => {
      beforeSelecting();
      selection.askRadius();
    },
    selectRoad: () => {
      beforeSelecting();
      selection.clear();
      const road = map.current ? roadInMiddle(map.current) : undefined;
      if (road) void selection.follow(road);
      else notice.alert('No road at the middle of the map. Move the map, or draw the line.');
    },
    selectNamedRoad: () => {
      beforeSelecting();
      selection.askRoad(map.current ? roadsInView(map.current) : []);
    },
    selectAdjoining: (ll_uuids: readonly string[]) => {
      beforeSelecting();
      void selection.select({ adjoining_to: [...ll_uuids] });
    },
    selectMatching: (choice: Choice, filter: string) => {
      beforeSelecting();
      void selection.select(choice, filter);
    },
    selectFile: () => {
      beforeSelecting();
      selection.readFile();
    },
    selectNumbers: () => {
      beforeSelecting();
      selection.paste();
    },
  };
}
