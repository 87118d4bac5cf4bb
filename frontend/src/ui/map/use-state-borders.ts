import type { StyleSpecification } from 'maplibre-gl';
import type { MultiLineString } from 'geojson';
import { useEffect, useMemo, useState } from 'react';
import { loadStateBorders } from '../../lib/borders';

/** A style with the states' borders filled in as soon as they are read. It changes when `style` does. */
export function useStateBorders(style: StyleSpecification): StyleSpecification {
  const [borders, setBorders] = useState<MultiLineString>();
  useEffect(() => {
    const abort = new AbortController();
    loadStateBorders(abort.signal)
      .then(setBorders)
      .catch((reason: unknown) => {
        // Without borders the map still has its picture and our own layers.
        if (!abort.signal.aborted) console.warn('The state borders could not be read.', reason);
      });
    return () => abort.abort();
  }, []);
  return useMemo(
    () => (borders ? { ...style, sources: { ...style.sources, states: { type: 'geojson', data: borders } } } : style),
    [style, borders],
  );
}
