import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { parcelStatusQuery } from '../../api/queries/markers';
import { changeWords } from './discards/change-words';
import { DiscardButtons } from './discards/discard-buttons';
import { discardWords } from './discards/discard-words';
import { useDueForReview } from './discards/due-for-review';
import classes from './map-screen.module.css';

interface Props {
  readonly projectId: string;
  readonly llUuid: string;
}

/** Projects that are named at once; there may be hundreds. */
const first = 1;

const inProject = ({
  marker_id,
  project_name,
  added_by,
}: {
  readonly marker_id: number;
  readonly project_name: string;
  readonly added_by: string;
}) => (
  <Text key={marker_id} size="sm">
    In {project_name}, added by {added_by}.
  </Text>
);

/** Who in the firm has a parcel in another project, or discarded it. Shows nothing while that is not known. */
export function ParcelStatus({ projectId, llUuid }: Props) {
  const { data } = useQuery(parcelStatusQuery(llUuid));
  const { due, failed } = useDueForReview(projectId);
  if (!data) return null;
  const elsewhere = data.projects.filter((each) => each.project_id !== projectId);
  if (elsewhere.length === 0 && data.discards.length === 0) return null;
  const change = due.get(llUuid);

  return (
    <Stack gap={4}>
      {elsewhere.slice(0, first).map(inProject)}
      {elsewhere.length > first && (
        <Text component="details" size="sm">
          <summary>In {elsewhere.length - first} more projects</summary>
          <div className={classes.more} tabIndex={0} role="region" aria-label="More projects">
            {elsewhere.slice(first).map(inProject)}
          </div>
        </Text>
      )}
      {data.discards.map((each) => {
        const here = each.project_id === projectId;
        return (
          <Stack key={each.project_id} gap={4}>
            <Text size="sm">{discardWords(each, here ? undefined : each.project_name)}</Text>
            {here && change && (
              <Text size="sm" fw={600}>
                {changeWords(change)}.
              </Text>
            )}
            {here && failed && (
              <Text size="sm" c="dimmed">
                Whether this fact has changed since could not be loaded.
              </Text>
            )}
            {here && (
              <Group gap="xs">
                <DiscardButtons projectId={projectId} llUuid={llUuid} due={change && each} />
              </Group>
            )}
          </Stack>
        );
      })}
    </Stack>
  );
}
