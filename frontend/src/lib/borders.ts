import { mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { MultiLineString } from 'geojson';
import statesUrl from 'us-atlas/states-10m.json?url';

type UsAtlas = Topology<{ states: GeometryCollection }>;

/**
 * Borders of the states, from the Census Bureau's 2017 outlines in the app itself, so that the map shows where one is without any
 * other company's service.
 */
export async function loadStateBorders(signal: AbortSignal): Promise<MultiLineString> {
  const answer = await fetch(statesUrl, { signal });
  const atlas = (await answer.json()) as UsAtlas;
  return mesh(atlas, atlas.objects.states);
}
