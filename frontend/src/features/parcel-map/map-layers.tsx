import { Layer, Source } from '@vis.gl/react-maplibre';
import type { Geometry } from 'geojson';
import type { FilterSpecification } from 'maplibre-gl';
import { useMemo } from 'react';
import { mapColours } from '../../lib/base-map';
import { shapesOf, type Measurement } from './measure';

/** A dot with an edge. */
export function markerPaint(colour: string, opacity = 1) {
  return {
    'circle-radius': 7,
    'circle-color': colour,
    'circle-stroke-color': mapColours.halo,
    'circle-stroke-width': 2,
    'circle-opacity': opacity,
    'circle-stroke-opacity': opacity,
  } as const;
}

/** The selected parcel: saved ones are red, one under review has the colour of its unsaved marker. */
export function Selected({ outline, saved }: { readonly outline: Geometry; readonly saved: boolean }) {
  const colour = saved ? mapColours.parcel : mapColours.pending;
  return (
    <Source id="selected-parcel" type="geojson" data={{ type: 'Feature', properties: {}, geometry: outline }}>
      <Layer id="selected-parcel-fill" type="fill" paint={{ 'fill-color': colour, 'fill-opacity': 0.3 }} />
      <Layer id="selected-parcel-halo" type="line" paint={{ 'line-color': mapColours.halo, 'line-width': 7 }} />
      <Layer id="selected-parcel-line" type="line" paint={{ 'line-color': colour, 'line-width': 3.5 }} />
    </Source>
  );
}

/** The project's submarket outline, in gold. */
export function Submarket({
  geometry,
  credit,
  opacity,
}: {
  readonly geometry: Geometry;
  readonly credit: string;
  readonly opacity: number;
}) {
  return (
    <Source id="submarket" type="geojson" data={{ type: 'Feature', properties: {}, geometry }} attribution={credit}>
      <Layer id="submarket-halo" type="line" paint={{ 'line-color': mapColours.pending, 'line-width': 5, 'line-opacity': 0.5 * opacity }} />
      <Layer id="submarket" type="line" paint={{ 'line-color': mapColours.gold, 'line-width': 3, 'line-opacity': opacity }} />
    </Source>
  );
}

const isLine: FilterSpecification = ['==', ['geometry-type'], 'LineString'];

interface MeasuredProps {
  readonly measurement: Measurement;
  readonly id?: string;
  /** Whether three points and more have an area. */
  readonly filled?: boolean;
}

/** What is measured. */
export function Measured({ measurement, id = 'measured', filled = true }: MeasuredProps) {
  const shapes = useMemo(() => shapesOf(measurement), [measurement]);
  return (
    <Source id={id} type="geojson" data={shapes}>
      {filled && (
        <Layer
          id={`${id}-area`}
          type="fill"
          filter={['==', ['geometry-type'], 'Polygon']}
          paint={{ 'fill-color': mapColours.pending, 'fill-opacity': 0.2 }}
        />
      )}
      <Layer id={`${id}-halo`} type="line" filter={isLine} paint={{ 'line-color': mapColours.halo, 'line-width': 5 }} />
      <Layer id={`${id}-line`} type="line" filter={isLine} paint={{ 'line-color': mapColours.pending, 'line-width': 2 }} />
      <Layer
        id={`${id}-corners`}
        type="circle"
        filter={['==', ['geometry-type'], 'Point']}
        paint={{ ...markerPaint(mapColours.pending), 'circle-radius': 5 }}
      />
    </Source>
  );
}
