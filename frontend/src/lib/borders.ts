import { mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { FeatureCollection, MultiLineString } from 'geojson';
import countiesUrl from 'us-atlas/counties-10m.json?url';

type UsAtlas = Topology<{ counties: GeometryCollection; states: GeometryCollection }>;

/**
 * Borders of the states and counties, from the Census Bureau's 2017 outlines in the app itself, so that the map shows where one is
 * without any other company's service.
 */
export async function loadBorders(signal: AbortSignal): Promise<FeatureCollection<MultiLineString, { kind: 'state' | 'county' }>> {
  const answer = await fetch(countiesUrl, { signal });
  const atlas = (await answer.json()) as UsAtlas;
  return {
    type: 'FeatureCollection',
    features: [
      { type: 'Feature', properties: { kind: 'county' }, geometry: mesh(atlas, atlas.objects.counties, (a, b) => a !== b) },
      { type: 'Feature', properties: { kind: 'state' }, geometry: mesh(atlas, atlas.objects.states) },
    ],
  };
}
