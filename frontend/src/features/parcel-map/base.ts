import { useLocalStorage } from '@mantine/hooks';
import type { MapConfig } from './api';

/** The base map: satellite imagery with roads and names, or streets. */
export type Base = 'satellite' | 'map';

/** The base map selected last in this browser; without imagery only streets are available. */
export function useBase(config: MapConfig): [Base, (base: Base) => void] {
  const [chosen, choose] = useLocalStorage<Base>({ key: 'map_base', defaultValue: 'satellite', getInitialValueInEffect: false });
  return [config.basemap && chosen !== 'map' ? 'satellite' : 'map', choose];
}
