import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useFocusBack } from '../../../ui/focus-back';
import { metresOf, mostRadius, problemOf, type Distance } from './distance';
import { DistanceField } from './distance-field';

interface Props {
  readonly onSelect: (metres: number) => void;
  readonly onClose: () => void;
}

/** The radius of a circle around the middle of the map: a circle without a drag. */
export function RadiusDialog({ onSelect, onClose }: Props) {
  const [radius, setRadius] = useState<Distance>({ amount: 0.5, unit: 'mi' });
  useFocusBack();
  const problem = problemOf(radius, mostRadius);
  return (
    <Modal opened onClose={onClose} title="Select Around the Middle" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (problem === undefined) onSelect(metresOf(radius));
        }}
      >
        <Stack>
          <DistanceField label="Radius" size="sm" units={['ft', 'mi']} value={radius} error={problem} autofocus onChange={setRadius} />
          <Text size="sm" c="dimmed">
            Selects the parcels within this distance of the middle of the map.
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={problem !== undefined}>
              Select Parcels
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
