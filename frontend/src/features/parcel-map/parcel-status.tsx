import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { parcelStatusQuery } from '../../api/queries/markers';
import { date } from '../../lib/format';
import { useNotice } from '../../ui/dialogs';
import classes from './map-screen.module.css';
import { useDiscard } from './selection/api';
import { reasonLabel } from './selection/discard-reasons';

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
  const { undo } = useDiscard(projectId);
  const notice = useNotice();
  if (!data) return null;
  const elsewhere = data.projects.filter((each) => each.project_id !== projectId);
  if (elsewhere.length === 0 && data.discards.length === 0) return null;

  async function undoDiscard(): Promise<void> {
    try {
      await undo.mutateAsync([llUuid]);
    } catch {
      notice.alert('The discard could not be undone. Please try again.');
    }
  }

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
      {data.discards.map((each) => (
        <Group key={each.project_id} justify="space-between" wrap="nowrap" gap="xs">
          <Text size="sm">
            Discarded {each.project_id === projectId ? '' : `in ${each.project_name} `}by {each.discarded_by} on {date(each.discarded_at)}:{' '}
            {reasonLabel(each.reason)}
            {each.note && `. ${each.note}`}
          </Text>
          {each.project_id === projectId && (
            <Button
              size="compact-sm"
              variant="default"
              loading={undo.isPending}
              style={{ flexShrink: 0 }}
              onClick={() => void undoDiscard()}
            >
              Undo Discard
            </Button>
          )}
        </Group>
      ))}
    </Stack>
  );
}
