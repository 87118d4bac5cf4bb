import { Layer } from '@vis.gl/react-maplibre';
import type { FilterSpecification } from 'maplibre-gl';
import { useMemo } from 'react';
import { mapColours } from '../../../lib/base-map';
import { outlineMinZoom } from '../map-style';
import type { Change } from './change-words';

const place = { type: 'line', source: 'parcels', 'source-layer': 'parcels', minzoom: outlineMinZoom } as const;

/** Parcels whose discard is due for review have a dashed outline instead of the grey. */
export function DueParcels({ due }: { readonly due: ReadonlyMap<string, Change> }) {
  const filter = useMemo((): FilterSpecification => ['in', ['get', 'll_uuid'], ['literal', [...due.keys()]]], [due]);
  return (
    <>
      <Layer id="due-parcels-halo" {...place} filter={filter} paint={{ 'line-color': mapColours.halo, 'line-width': 5 }} />
      <Layer
        id="due-parcels"
        {...place}
        filter={filter}
        paint={{ 'line-color': mapColours.review, 'line-width': 3, 'line-dasharray': [2, 1] }}
      />
    </>
  );
}
