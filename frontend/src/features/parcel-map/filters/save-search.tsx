import { Button, Group, Radio, Stack, TextInput } from '@mantine/core';
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
        <Radio.Group label="Where it searches" value={where} onChange={(value) => setWhere(value)}>
          <Group mt={4}>
            {areas.submarket && <Radio value="submarket" label="The project's submarket" />}
            {areas.view && <Radio value="view" label="What the map shows now" />}
          </Group>
        </Radio.Group>
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
