import { Badge, Button, CloseButton, Group, Select, Stack, Text, Title } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import { acres, acresOrUnknown, feet } from '../../lib/format';
import { Fact } from '../../ui/fact';
import { RetiredNote } from '../../ui/retired-note';
import { isDescribed, SourceLine } from '../../ui/source-line';
import type { ParcelData, ParcelFields, RecordFacts, SavedMarker, UnnumberedFeature } from './api';
import classes from './map-screen.module.css';
import { ParcelStatus } from './parcel-status';
import { useFocusWhileOpen } from './use-focus-while-open';

interface ReviewProps {
  readonly projectId: string;
  readonly candidates: readonly ParcelData[];
  readonly chosen: number;
  /** The marker of the selected parcel, if the project already has it. */
  readonly saved: SavedMarker | undefined;
  readonly saving: boolean;
  readonly onChoose: (index: number) => void;
  readonly onAdd: () => void;
  readonly onShowSaved: (marker: SavedMarker) => void;
  readonly onDiscard: () => void;
}

/** 'Parcel Review': the lookup's result, before it is added to the project. */
export function ParcelReview({ projectId, candidates, chosen, saved, saving, onChoose, onAdd, onShowSaved, onDiscard }: ReviewProps) {
  const parcel = candidates[chosen];
  if (!parcel) return null;
  return (
    <PopupFrame title="Parcel Review" onClose={onDiscard}>
      {candidates.length > 1 && (
        <Select
          label={`${candidates.length} parcels at this location`}
          size="sm"
          allowDeselect={false}
          searchable
          comboboxProps={{ withinPortal: true }}
          data={candidates.map((each, index) => ({ value: String(index), label: candidateLabel(each) }))}
          value={String(chosen)}
          onChange={(value) => {
            if (value !== null) onChoose(Number(value));
          }}
        />
      )}
      <ParcelFacts parcel={parcel} record={{ ...parcel, state: parcel.state2, acres: parcel.ll_gisacre, sample: parcel.is_sample }} />
      {parcel.distance_m && (
        <Text size="sm">
          {parcel.feature?.label ?? 'No parcel at this point'}. This one is {feet(parcel.distance_m)} away.
        </Text>
      )}
      {saved && <Text size="sm">This parcel is already in the project.</Text>}
      <ParcelStatus projectId={projectId} llUuid={parcel.ll_uuid} />
      <Group grow gap="xs">
        {saved ? (
          <Button onClick={() => onShowSaved(saved)}>Show Details</Button>
        ) : (
          <Button onClick={onAdd} loading={saving}>
            Add to Project
          </Button>
        )}
        <Button variant="default" onClick={onDiscard} disabled={saving}>
          Discard
        </Button>
      </Group>
    </PopupFrame>
  );
}

interface DetailsProps {
  readonly marker: SavedMarker;
  /** Undefined while the record loads. */
  readonly record: RecordFacts | undefined;
  readonly removing: boolean;
  readonly onRemove: () => void;
  readonly onGoToProperty: () => void;
  readonly onClose: () => void;
}

/** 'Parcel Details': a saved parcel of the project. */
export function ParcelDetails({ marker, record, removing, onRemove, onGoToProperty, onClose }: DetailsProps) {
  return (
    <PopupFrame title="Parcel Details" onClose={onClose}>
      <ParcelFacts parcel={marker.parcel} record={record} />
      <Group grow gap="xs">
        <Button px="xs" onClick={onGoToProperty}>
          Go to Property
        </Button>
        <Button px="xs" variant="outline" color="red" onClick={onRemove} loading={removing}>
          Remove Marker
        </Button>
      </Group>
    </PopupFrame>
  );
}

interface NothingProps {
  readonly feature: UnnumberedFeature | undefined;
  readonly onClose: () => void;
}

/** The message of a lookup without result, or what the county maps there without a parcel number. */
export function NothingFound({ feature, onClose }: NothingProps) {
  return (
    <PopupFrame title="Parcel lookup" onClose={onClose}>
      {feature ? (
        <Stack gap={6}>
          <Text size="sm">{feature.label}</Text>
          {feature.description && (
            <Text size="sm" c="dimmed">
              {feature.description}
            </Text>
          )}
          <SourceLine of={feature} />
        </Stack>
      ) : (
        <Text size="sm">No data found for this location.</Text>
      )}
    </PopupFrame>
  );
}

/** Takes the focus while it is open, so that Esc closes it. */
function PopupFrame({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useFocusWhileOpen(frame);
  return (
    <Stack
      ref={frame}
      tabIndex={-1}
      gap="sm"
      className={classes.popup}
      role="dialog"
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} size="h5">
          {title}
        </Title>
        <CloseButton aria-label="Close" onClick={onClose} />
      </Group>
      {children}
    </Stack>
  );
}

function ParcelFacts({ parcel, record }: { readonly parcel: ParcelFields; readonly record: RecordFacts | undefined }) {
  const region = [record?.state, parcel.szip].filter(Boolean).join(' ');
  const place = [parcel.scity, region].filter(Boolean).join(', ');
  // A marker's facts are a copy with a source of its own, which stays when the record of a licensed source expires.
  const origin = isDescribed(parcel) ? parcel : record;
  return (
    <Stack gap={6}>
      <div>
        <Text fw={600}>{parcel.address ?? 'No street address'}</Text>
        {place !== '' && (
          <Text size="sm" c="dimmed">
            {place}
          </Text>
        )}
      </div>
      <Fact label="Parcel number">
        <span data-testid="parcel-number">{parcel.parcelnumb}</span>
      </Fact>
      <Fact label="Lot area">{record?.acres ? acres(record.acres) : undefined}</Fact>
      <Fact label="Owner">{parcel.owner}</Fact>
      {parcel.careof && <Fact label="Care of">{parcel.careof}</Fact>}
      <Fact label="Sale date">{parcel.saledate}</Fact>
      <RetiredNote parcel={record?.retired} />
      {record?.sample && (
        <Badge variant="light" color="gray">
          Sample data
        </Badge>
      )}
      {origin && <SourceLine of={origin} />}
    </Stack>
  );
}

function candidateLabel(parcel: ParcelData): string {
  return [parcel.parcelnumb, parcel.address, acresOrUnknown(parcel.ll_gisacre), parcel.owner].filter(Boolean).join(' · ');
}
