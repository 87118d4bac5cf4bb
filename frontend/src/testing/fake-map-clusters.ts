/** Clusters of the map that replaces MapLibre in tests: the test says where they are. */
import type { Feature } from 'geojson';
import { isAt, type Place } from './fake-map-places';

let clusters: readonly Feature[] = [];

/** The zoom at which every cluster falls apart. */
export const expansionZoom = 13;

/** Lays clusters over the points that they stand for; none without places. */
export function layClusters(...places: readonly Place[]): void {
  clusters = places.map((place, id) => ({
    type: 'Feature',
    properties: { cluster_id: id, point_count: 2 },
    geometry: { type: 'Point', coordinates: [...place] },
  }));
}

/** How the map opens a cluster and goes to a place. */
export const clusterMethods = (moves: unknown[]) => ({
  getSource: () => ({ getClusterExpansionZoom: () => Promise.resolve(expansionZoom) }),
  easeTo: (move: unknown) => void moves.push(move),
  flyTo: (move: unknown) => void moves.push(move),
});

/** The clusters at a place. */
export const clustersAt = (place: Place, reach: number): readonly Feature[] =>
  clusters.filter(({ geometry }) => isAt(geometry, place, reach));
