import { useQuery } from '@tanstack/react-query';
import { parcelApi, unwrap } from '../../../api/client';

/** Which street map lies under everything. */
export function useMapConfig() {
  return useQuery({
    queryKey: ['map-config'],
    queryFn: () => unwrap(parcelApi.GET('/map_config')),
    staleTime: Infinity,
  });
}
