import { Layer, Source, useMap } from '@vis.gl/react-maplibre';
import type { FeatureCollection, Geometry } from 'geojson';
import { useEffect, useMemo } from 'react';
import { mapColours } from '../../../lib/base-map';
import { hatches, hatchId, hatchImage, type Buildable, type Kind } from './kinds';

/** What is left of a site and what is taken from it, hatched by kind. */
export function BuildableLayer({ result }: { readonly result: Buildable }) {
  useHatches();
  const shapes = useMemo(() => shapesOf(result), [result]);
  return (
    <Source id="buildable" type="geojson" data={shapes}>
      <Layer
        id="buildable-left"
        type="fill"
        filter={['==', ['get', 'kind'], 'buildable']}
        paint={{ 'fill-color': hatches.buildable.colour, 'fill-opacity': 0.28 }}
      />
      <Layer
        id="buildable-taken"
        type="fill"
        filter={['!=', ['get', 'kind'], 'buildable']}
        paint={{ 'fill-pattern': ['concat', 'hatch-', ['get', 'kind']] }}
      />
      <Layer
        id="buildable-halo"
        type="line"
        filter={['==', ['get', 'kind'], 'buildable']}
        paint={{ 'line-color': mapColours.halo, 'line-width': 4 }}
      />
      <Layer
        id="buildable-line"
        type="line"
        filter={['==', ['get', 'kind'], 'buildable']}
        paint={{ 'line-color': hatches.buildable.colour, 'line-width': 2 }}
      />
    </Source>
  );
}

function shapesOf({ geometry, deductions, unknown }: Buildable): FeatureCollection {
  // What is unknown of the whole site is said beside the map.
  const limited = unknown.filter(({ kind }) => kind === 'flood_undetermined');
  const all: readonly (readonly [Kind, unknown])[] = [
    ...deductions.map((each) => [each.kind, each.geometry] as const),
    ...limited.map((each) => ['unknown', each.geometry] as const),
    ['buildable', geometry],
  ];
  return {
    type: 'FeatureCollection',
    features: all.flatMap(([kind, shape]) =>
      shape ? [{ type: 'Feature' as const, properties: { kind }, geometry: shape as Geometry }] : [],
    ),
  };
}

/** The patterns, also after the map got another style. */
function useHatches(): void {
  const { current: map } = useMap();
  useEffect(() => {
    if (!map) return undefined;
    const add = ({ id }: { readonly id: string }) => {
      const kind = (Object.keys(hatches) as Kind[]).find((each) => hatchId(each) === id);
      if (kind && !map.hasImage(id)) map.addImage(id, hatchImage(kind), { pixelRatio: 2 });
    };
    map.on('styleimagemissing', add);
    for (const kind of Object.keys(hatches) as Kind[]) add({ id: hatchId(kind) });
    return () => void map.off('styleimagemissing', add);
  }, [map]);
}
