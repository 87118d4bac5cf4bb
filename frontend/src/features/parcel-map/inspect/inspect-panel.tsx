import { CloseButton, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { MapRef } from '@vis.gl/react-maplibre';
import { useRef, useState, type RefCallback, type RefObject } from 'react';
import { isProblem } from '../../../api/client';
import { parcelQuery } from '../../../api/queries/parcels';
import { QueryFailure } from '../../../ui/query-panel';
import { markerOf, shortForm, type ParcelWithUnits, type SavedMarker } from '../api';
import { useMapPage } from '../map-page';
import { SidePanel } from '../side-panel';
import { useFocusWhileOpen } from '../use-focus-while-open';
import { Actions } from './actions';
import { usePanelKeys } from './keys';
import { LandContent, NothingContent } from './land';
import { ParcelContent } from './parcel-content';
import { isArrow, neighbours } from './tiles';
import type { Inspected, Inspecting } from './use-inspect';
import { useReview } from './use-review';

interface Props {
  readonly inspected: Inspected;
  readonly inspecting: Inspecting;
  readonly saved: readonly SavedMarker[];
  readonly phone: boolean;
  readonly sheet: RefCallback<HTMLElement>;
  readonly onGoToProperty: (parcelNumber: string) => void;
  readonly onShowDetails: (marker: SavedMarker) => void;
}

/** The panel of a parcel: what is known of it, where the firm has it, and what to do with it. */
export function InspectPanel({ inspected, inspecting, saved, phone, sheet, onGoToProperty, onShowDetails }: Props) {
  const { projectId, map } = useMapPage();
  const panel = useRef<HTMLElement>(null);
  const llUuid = inspected.kind === 'parcel' ? inspected.llUuid : undefined;
  const record = useQuery({ ...parcelQuery(llUuid ?? ''), enabled: llUuid !== undefined });
  const parcel = llUuid === undefined ? undefined : record.data;
  const marker = parcel && markerOf(shortForm(parcel), saved);
  const review = useReview(projectId);
  const [said, setSaid] = useState('');
  const [discarding, setDiscarding] = useState(false);
  useFocusWhileOpen(panel);

  usePanelKeys(panel, (key) => {
    if (discarding) return false;
    if (key === 'Escape') {
      inspecting.close();
      return true;
    }
    if (!parcel) return false;
    if (isArrow(key)) {
      const next = nextTo(map, parcel, inspected, key);
      setSaid(next.length > 0 ? '' : 'No parcel in view in that direction.');
      if (next[0] !== undefined) inspecting.show(next[0], next);
      return true;
    }
    if (marker || review.busy) return false;
    if (key === 'a' || key === 'A') void review.add(parcel);
    else if (key === 'd' || key === 'D') setDiscarding(true);
    else return false;
    return true;
  });

  return (
    <SidePanel
      ref={panel}
      side="right"
      label="Inspected parcel"
      phone={phone}
      sheet={sheet}
      header={
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={2} size="h5" aria-live="polite" style={{ overflowWrap: 'anywhere' }}>
            {titleOf(inspected, parcel)}
          </Title>
          <CloseButton aria-label="Close" onClick={inspecting.close} />
        </Group>
      }
      footer={
        parcel && (
          <Actions
            parcel={parcel}
            marker={marker}
            review={review}
            discarding={discarding}
            onDiscarding={setDiscarding}
            onGoToProperty={onGoToProperty}
            onShowDetails={onShowDetails}
          />
        )
      }
    >
      <Text size="sm" role="status" c="dimmed" hidden={said === ''}>
        {said}
      </Text>
      {inspected.kind === 'looking' && <Loader size="sm" role="progressbar" aria-label="Looking up the parcel" />}
      {inspected.kind === 'land' && <LandContent feature={inspected.feature} nearest={inspected.nearest} onShow={inspecting.show} />}
      {inspected.kind === 'nothing' && <NothingContent />}
      {inspected.kind === 'parcel' && (
        <Stack gap="sm">
          {record.isPending && <Loader size="sm" role="progressbar" aria-label="Loading the parcel" />}
          {isProblem(record.error, 'parcel.not_found') ? (
            <Text size="sm">The county no longer has this parcel.</Text>
          ) : (
            <QueryFailure query={record} sentence="The parcel could not be loaded." />
          )}
          {parcel && (
            <ParcelContent
              parcel={parcel}
              inspected={inspected}
              marker={marker}
              onChoose={(chosen) => inspecting.show(chosen, inspected.stacked)}
            />
          )}
        </Stack>
      )}
    </SidePanel>
  );
}

function titleOf(inspected: Inspected, parcel: ParcelWithUnits | undefined): string {
  if (inspected.kind === 'land') return inspected.feature.label;
  if (inspected.kind === 'looking') return 'Looking up the parcel…';
  if (inspected.kind === 'nothing') return 'No parcel here';
  return parcel ? (parcel.address ?? 'No street address') : 'Parcel';
}

function nextTo(map: RefObject<MapRef | null>, { lon, lat }: ParcelWithUnits, inspected: Inspected, key: Parameters<typeof neighbours>[3]) {
  if (!map.current || inspected.kind !== 'parcel') return [];
  return neighbours(map.current, { lon, lat }, inspected.stacked, key);
}
