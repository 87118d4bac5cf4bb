import { Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { projectParcelsQuery } from '../../../api/queries/markers';
import { QueryPanel } from '../../../ui/query-panel';
import { useMapPage } from '../map-page';
import { ParcelList } from './parcel-list';

/** The parcels of the project beside the map. */
export function ProjectParcels() {
  const { projectId } = useMapPage();
  const parcels = useQuery(projectParcelsQuery(projectId));
  return (
    <QueryPanel
      query={parcels}
      failure="The project's parcels could not be loaded."
      pending={<Loader size="sm" aria-label="Loading the parcels" />}
    >
      {(loaded) =>
        loaded.parcels.length === 0 ? (
          <Text size="sm">No parcels yet. Click a parcel on the map and add it.</Text>
        ) : (
          <ParcelList parcels={loaded.parcels} />
        )
      }
    </QueryPanel>
  );
}
