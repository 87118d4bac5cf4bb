import { useMutation, useQuery } from '@tanstack/react-query';
import { parcelApi, unwrap } from '../../api/client';
import type { components } from '../../api/generated/parcel-lookup';
import type { Area } from './area';

export type Simulation = components['schemas']['RunSleuthResponse'];
export type MapConfig = components['schemas']['MapConfig'];

export function useMapConfig() {
  return useQuery({
    queryKey: ['map-config'],
    queryFn: () => unwrap(parcelApi.GET('/map_config')),
    staleTime: Infinity,
  });
}

/** Runs a simulation and waits for it. */
export function useSimulation() {
  return useMutation({
    mutationFn: (bbox: Area) => unwrap(parcelApi.POST('/run-sleuth', { body: { bbox } })),
  });
}
