import { Badge, Button, CloseButton, Group, Select, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ParcelData, ParcelFields, SavedMarker } from './api';
import { Fact } from '../../ui/fact';
import classes from './map-screen.module.css';

interface ReviewProps {
  readonly candidates: readonly ParcelData[];
  readonly chosen: number;
  readonly saving: boolean;
  readonly onChoose: (index: number) => void;
  readonly onAdd: () => void;
  readonly onDiscard: () => void;
}

/** 'Parcel Review': what the lookup found, before it is part of the project. */
export function ParcelReview({ candidates, chosen, saving, onChoose, onAdd, onDiscard }: ReviewProps) {
  const parcel = candidates[chosen];
  if (!parcel) return null;
  return (
    <PopupFrame title="Parcel Review" onClose={onDiscard}>
      {candidates.length > 1 && (
        <Select
          label={`${candidates.length} parcels share this spot`}
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
      <ParcelFacts parcel={parcel} sample={parcel.is_sample} />
      <Group grow gap="xs">
        <Button onClick={onAdd} loading={saving}>
          Add to Project
        </Button>
        <Button variant="default" onClick={onDiscard} disabled={saving}>
          Discard
        </Button>
      </Group>
    </PopupFrame>
  );
}

interface DetailsProps {
  readonly marker: SavedMarker;
  /** Whether the parcel's record is made up; false until it is known. */
  readonly sample: boolean;
  readonly removing: boolean;
  readonly onRemove: () => void;
  readonly onGoToProperty: () => void;
  readonly onClose: () => void;
}

/** 'Parcel Details': a parcel that the project has. */
export function ParcelDetails({ marker, sample, removing, onRemove, onGoToProperty, onClose }: DetailsProps) {
  return (
    <PopupFrame title="Parcel Details" onClose={onClose}>
      <ParcelFacts parcel={marker.parcel} sample={sample} />
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

/** The sentence of a lookup that found nothing. */
export function NothingFound({ onClose }: { readonly onClose: () => void }) {
  return (
    <PopupFrame title="Parcel lookup" onClose={onClose}>
      <Text size="sm">No data found for this location.</Text>
    </PopupFrame>
  );
}

function PopupFrame({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  return (
    <Stack
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

function ParcelFacts({ parcel, sample }: { readonly parcel: ParcelFields; readonly sample: boolean }) {
  const place = [parcel.scity, parcel.szip].filter(Boolean).join(' ');
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
      <Fact label="Owner">{parcel.owner}</Fact>
      {parcel.careof && <Fact label="Care of">{parcel.careof}</Fact>}
      <Fact label="Sale date">{parcel.saledate}</Fact>
      {sample && (
        <Badge variant="light" color="gray">
          Sample data
        </Badge>
      )}
    </Stack>
  );
}

function candidateLabel(parcel: ParcelData): string {
  return [parcel.parcelnumb, parcel.address, parcel.owner].filter(Boolean).join(' · ');
}
