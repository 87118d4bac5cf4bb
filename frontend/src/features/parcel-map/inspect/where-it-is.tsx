import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { parcelStatusQuery } from '../../../api/queries/markers';
import { useMapPage } from '../map-page';
import { ParcelStatus } from '../parcel-status';
import classes from './inspect.module.css';

interface Props {
  readonly llUuid: string;
  readonly inProject: boolean;
}

/** Who in the firm has the parcel, and where: in this project, in others, or discarded. */
export function WhereItIs({ llUuid, inProject }: Props) {
  const { projectId } = useMapPage();
  const { data } = useQuery(parcelStatusQuery(llUuid));
  const here = data?.projects.find((each) => each.project_id === projectId);
  return (
    <Stack gap={4} className={classes.where ?? ''}>
      {inProject && (
        <Text size="sm" fw={600}>
          In this project{here && `, added by ${here.added_by}`}.
        </Text>
      )}
      <ParcelStatus projectId={projectId} llUuid={llUuid} />
    </Stack>
  );
}
