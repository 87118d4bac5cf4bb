/** Sources and layers of the map that replaces MapLibre in tests. */
import type { SourceProps } from '@vis.gl/react-maplibre';
import type { Feature } from 'geojson';

/** The rendered sources, by their ids. */
export const sources = new Map<string, SourceProps>();
/** The source and the filter of each layer. */
export const layers = new Map<string, { readonly source: string; readonly filter: unknown }>();

/** The features of a source; empty if the map has no such source. */
export function featuresOf(sourceId: string): readonly Feature[] {
  const source = sources.get(sourceId);
  if (source?.type !== 'geojson' || typeof source.data !== 'object') return [];
  return source.data.type === 'FeatureCollection' ? source.data.features : [source.data as Feature];
}

/** The filter of a layer. */
export const layerFilter = (layerId: string): unknown => layers.get(layerId)?.filter;

/** The attribution of a source, HTML. */
export function attributionOf(sourceId: string): unknown {
  const source = sources.get(sourceId);
  return source && 'attribution' in source ? source.attribution : undefined;
}
