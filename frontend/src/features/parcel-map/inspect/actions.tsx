import { Button, Group, Stack, Text } from '@mantine/core';
import { DossierMenu } from '../compare/dossier-menu';
import { useMapPage } from '../map-page';
import type { ParcelWithUnits, SavedMarker } from '../api';
import { DiscardDialog } from '../selection/discard-dialog';
import classes from './inspect.module.css';
import type { Review } from './use-review';

interface Props {
  readonly parcel: ParcelWithUnits;
  /** The parcel's marker, if the project has it. */
  readonly marker: SavedMarker | undefined;
  readonly review: Review;
  /** Whether the question for the reason is open. */
  readonly discarding: boolean;
  readonly onDiscarding: (open: boolean) => void;
  readonly onGoToProperty: (parcelNumber: string) => void;
  readonly onShowDetails: (marker: SavedMarker) => void;
}

/** What can be done with the inspected parcel, with the keys that do it. */
export function Actions({ parcel, marker, review, discarding, onDiscarding, onGoToProperty, onShowDetails }: Props) {
  const { projectId, selectAdjoining } = useMapPage();
  const dossier = <DossierMenu projectId={projectId} parcel={parcel} />;
  return (
    <Stack gap={6}>
      {marker ? (
        <Group gap="xs" wrap="nowrap">
          <Button flex={1} px="xs" onClick={() => onGoToProperty(marker.parcel.parcelnumb)}>
            Go to Property
          </Button>
          <Button flex={1} px="xs" variant="default" onClick={() => onShowDetails(marker)}>
            Parcel Details
          </Button>
          {dossier}
        </Group>
      ) : (
        <Group gap="xs" wrap="nowrap">
          <Button
            flex={1}
            loading={review.adding}
            rightSection={<kbd className={classes.kbd}>A</kbd>}
            onClick={() => void review.add(parcel)}
          >
            Add
          </Button>
          <Button
            flex={1}
            variant="default"
            disabled={review.busy}
            rightSection={<kbd className={classes.kbd}>D</kbd>}
            onClick={() => onDiscarding(true)}
          >
            Discard…
          </Button>
          {dossier}
        </Group>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        style={{ alignSelf: 'flex-start' }}
        onClick={() => selectAdjoining(parcel.site?.members.map(({ ll_uuid }) => ll_uuid) ?? [parcel.ll_uuid])}
      >
        Select Adjoining
      </Button>
      <Text size="xs" c="dimmed" className={classes.hints ?? ''}>
        <kbd className={classes.kbd}>←</kbd>
        <kbd className={classes.kbd}>↑</kbd>
        <kbd className={classes.kbd}>↓</kbd>
        <kbd className={classes.kbd}>→</kbd> neighbor
        <kbd className={classes.kbd}>Esc</kbd> close
      </Text>
      {discarding && (
        <DiscardDialog count={1} onDiscard={(reason, note) => review.discard(parcel, reason, note)} onClose={() => onDiscarding(false)} />
      )}
    </Stack>
  );
}
