import type { StyleSpecification } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { loadBorders } from '../../lib/borders';

/** A style made once, with the borders filled in as soon as they are read. */
export function useBorders(make: () => StyleSpecification): StyleSpecification {
  const [style, setStyle] = useState(make);
  useEffect(() => {
    const abort = new AbortController();
    loadBorders(abort.signal)
      .then((borders) => {
        setStyle((current) => ({ ...current, sources: { ...current.sources, counties: { type: 'geojson', data: borders } } }));
      })
      .catch((reason: unknown) => {
        // Without borders the map still has its picture and our own layers.
        if (!abort.signal.aborted) console.warn('The state and county borders could not be read.', reason);
      });
    return () => abort.abort();
  }, []);
  return style;
}
