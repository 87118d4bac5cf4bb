import { useEffect, useState } from 'react';
import type { Bounds } from '../geometry';
import { useMapPage } from '../map-page';

/** What the map shows: its box and its middle, after each move. */
export interface View {
  readonly bounds: Bounds;
  readonly center: { readonly lon: number; readonly lat: number };
}

export function useView(): View | undefined {
  const { map } = useMapPage();
  const [view, setView] = useState<View>();
  useEffect(() => {
    const shown = map.current;
    if (!shown) return;
    function read(): void {
      if (!shown) return;
      const box = shown.getBounds();
      const { lng, lat } = shown.getCenter();
      setView({ bounds: [box.getWest(), box.getSouth(), box.getEast(), box.getNorth()], center: { lon: lng, lat } });
    }
    read();
    shown.on('moveend', read);
    return () => {
      shown.off('moveend', read);
    };
  }, [map]);
  return view;
}
