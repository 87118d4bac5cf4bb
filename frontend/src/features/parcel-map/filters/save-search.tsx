import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ApiProblem } from '../../../api/client';
import { FormModal } from '../../../ui/form-modal';
import { useMapPage } from '../map-page';
import { useSearches } from './api';
import type { Areas } from './saved-searches';

interface Props {
  readonly filter: string;
  readonly areas: Areas;
  readonly onClose: () => void;
}

/** Gives the filter a name and an area. */
export function SaveSearch(props: Props) {
  return (
    <FormModal opened onClose={props.onClose} title="Save Search" closeButtonProps={{ 'aria-label': 'Close' }}>
      <SaveForm {...props} />
    </FormModal>
  );
}

function SaveForm({ filter, areas, onClose }: Props) {
  const { projectId } = useMapPage();
  const { save } = useSearches(projectId);
  const [name, setName] = useState('');
  const [where, setWhere] = useState<keyof Areas>(areas.submarket ? 'submarket' : 'view');
  const problem = save.error instanceof ApiProblem ? save.error : undefined;
  const error = save.error
    ? (problem?.fields['name'] ?? problem?.message ?? 'The search could not be saved. Please try again.')
    : undefined;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ name, filter, area: areas[where] ?? null }, { onSuccess: onClose });
      }}
    >
      <Stack>
        <TextInput
          label="Name"
          required
          maxLength={80}
          data-autofocus
          value={name}
          error={error}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {areas.submarket && areas.view && (
          <SegmentedControl
            aria-label="Where it searches"
            data={[
              { value: 'submarket', label: 'In the submarket' },
              { value: 'view', label: 'In this view' },
            ]}
            value={where}
            onChange={(value) => setWhere(value)}
          />
        )}
        <Text size="sm" c="dimmed">
          {where === 'view' ? 'It searches where the map is now.' : "It searches in the project's submarket."}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
