import { useLocalStorage } from '@mantine/hooks';
import type { MapConfig } from './api';

/** What lies under the parcels: the satellite imagery, or the street map. */
export type Base = 'satellite' | 'map';

/** The base that was chosen last in this browser; without imagery there is only the street map. */
export function useBase(config: MapConfig): [Base, (base: Base) => void] {
  const [chosen, choose] = useLocalStorage<Base>({ key: 'map_base', defaultValue: 'satellite', getInitialValueInEffect: false });
  return [config.basemap && chosen !== 'map' ? 'satellite' : 'map', choose];
}
