import { useMediaQuery } from '@mantine/hooks';
import { useMapPage } from '../../map-page';
import type { SearchResult } from '../types';

/** The zoom at which a parcel is seen as such. */
const parcelZoom = 16;

/** Shows results on the map and in the panel. */
export function useShowResult() {
  const { map, inspect } = useMapPage();
  const phone = useMediaQuery('(max-width: 48em)');

  function show({ ll_uuid, lon, lat }: Pick<SearchResult, 'll_uuid' | 'lon' | 'lat'>): void {
    const zoom = map.current?.getZoom() ?? 0;
    if (zoom < parcelZoom) map.current?.flyTo({ center: [lon, lat], zoom: parcelZoom });
    inspect(ll_uuid);
  }

  return {
    show,
    /** The same beside the list. A phone has room for one sheet: there the list stays. */
    follow: (result: SearchResult): void => {
      if (!phone) show(result);
    },
  };
}
