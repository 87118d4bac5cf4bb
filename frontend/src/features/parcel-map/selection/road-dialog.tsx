import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useFocusBack } from '../../../ui/focus-back';

interface Props {
  /** Of the roads that the map shows. */
  readonly names: readonly string[];
  readonly onSelect: (name: string) => void;
  readonly onClose: () => void;
}

/** A road by its name: a corridor without a pointer. */
export function RoadDialog({ names, onSelect, onClose }: Props) {
  const [name, setName] = useState<string | null>(null);
  useFocusBack();
  return (
    <Modal opened onClose={onClose} title="Select Along a Road" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name !== null) onSelect(name);
        }}
      >
        <Stack>
          {names.length === 0 ? (
            <Text size="sm">The map shows no road with a name here. Zoom in, or move the map.</Text>
          ) : (
            <Select
              label="Road"
              description="Of those in view, as far as the map shows it."
              placeholder="Type or choose a name"
              searchable
              limit={100}
              nothingFoundMessage="No such road in view"
              data={[...names]}
              value={name}
              data-autofocus
              onChange={setName}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={name === null}>
              Select Parcels
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
