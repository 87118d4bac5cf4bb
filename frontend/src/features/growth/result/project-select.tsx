import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { matchingProjectsQuery, projectQuery } from '../../../api/queries/projects';

interface Props {
  readonly projectId: string | null;
  readonly onProject: (projectId: string | null) => void;
}

/** Selects one of the firm's projects, which the server searches. */
export function ProjectSelect({ projectId, onProject }: Props) {
  const [search, setSearch] = useState('');
  const [words] = useDebouncedValue(search.trim(), 200);
  const chosen = useQuery({ ...projectQuery(projectId ?? ''), enabled: projectId !== null });
  const name = chosen.data?.project_name;
  // After a choice the box contains the project's name, which is not a search.
  const found = useQuery(matchingProjectsQuery(words === name ? '' : words));
  const options = (found.data ?? []).map(({ project_id, project_name }) => ({ value: project_id, label: project_name }));
  const missing = projectId !== null && name !== undefined && options.every(({ value }) => value !== projectId);
  return (
    <Select
      label="Project"
      placeholder="Choose a project"
      searchable
      maw={420}
      data={missing ? [{ value: projectId, label: name }, ...options] : options}
      filter={({ options: all }) => all}
      searchValue={search}
      onSearchChange={setSearch}
      value={projectId}
      onChange={onProject}
      error={found.isError && 'Failed to load projects'}
      nothingFoundMessage="No projects found"
    />
  );
}
