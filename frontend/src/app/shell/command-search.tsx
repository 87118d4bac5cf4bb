import { Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { IconMap2, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { mainApi, unwrap } from '../../api/client';
import { paths } from '../../lib/paths';
import { places } from './sidebar';

/** Ctrl/⌘-K: the app's places, and the firm's projects by name. */
export function CommandSearch() {
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const wanted = query.trim();
  const projects = useQuery({
    queryKey: ['projects', 'search', wanted],
    enabled: wanted.length > 1,
    staleTime: 30_000,
    queryFn: async () => (await unwrap(mainApi.GET('/api/projects', { params: { query: { q: wanted, limit: 8 } } }))).projects,
  });
  const go = (to: string) => () => void navigate(to);
  const actions: { group: string; actions: SpotlightActionData[] }[] = [
    {
      group: 'Go to',
      actions: places.map(({ label, to, icon: Symbol }) => ({
        id: to,
        label,
        leftSection: <Symbol size={20} stroke={1.5} aria-hidden />,
        onClick: go(to),
      })),
    },
    {
      group: 'Projects',
      actions: (projects.data ?? []).map((project) => ({
        id: project.project_id,
        label: project.project_name,
        description: [project.submarket_name, project.market_name, project.state_name].filter(Boolean).join(', '),
        leftSection: <IconMap2 size={20} stroke={1.5} aria-hidden />,
        onClick: go(paths.map(project.project_id)),
      })),
    },
  ];
  return (
    <Spotlight
      shortcut={['mod + K']}
      query={query}
      onQueryChange={setQuery}
      actions={actions}
      limit={14}
      nothingFound="Nothing found"
      searchProps={{
        placeholder: 'Search projects and places',
        'aria-label': 'Search projects and places',
        leftSection: <IconSearch size={20} stroke={1.5} aria-hidden />,
      }}
    />
  );
}
