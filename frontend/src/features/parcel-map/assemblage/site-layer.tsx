import { Layer, Source } from '@vis.gl/react-maplibre';
import type { FeatureCollection, Geometry } from 'geojson';
import { useMemo } from 'react';
import { mapColours } from '../../../lib/base-map';
import type { Assemblage } from './api';

interface Props {
  readonly sites: readonly Assemblage[];
  /** The place of the site that is marked. */
  readonly marked: number | undefined;
}

/** Outlines of sites; one of them is filled. */
export function SiteLayer({ sites, marked }: Props) {
  const shapes = useMemo(() => shapesOf(sites, marked), [sites, marked]);
  return (
    <Source id="assemblages" type="geojson" data={shapes}>
      <Layer
        id="assemblages-fill"
        type="fill"
        paint={{ 'fill-color': mapColours.chosen, 'fill-opacity': ['case', ['get', 'marked'], 0.4, 0.12] }}
      />
      <Layer id="assemblages-halo" type="line" paint={{ 'line-color': mapColours.halo, 'line-width': ['case', ['get', 'marked'], 6, 3] }} />
      <Layer
        id="assemblages-line"
        type="line"
        paint={{ 'line-color': mapColours.chosen, 'line-width': ['case', ['get', 'marked'], 3.5, 1.5] }}
      />
    </Source>
  );
}

function shapesOf(sites: readonly Assemblage[], marked: number | undefined): FeatureCollection {
  const features = sites.flatMap(({ geometry }, place) => {
    const shape = geometry as unknown as Geometry | null;
    return shape ? [{ type: 'Feature' as const, properties: { marked: place === marked }, geometry: shape }] : [];
  });
  // The marked one is drawn over the others.
  return { type: 'FeatureCollection', features: features.toSorted((a, b) => Number(a.properties.marked) - Number(b.properties.marked)) };
}
