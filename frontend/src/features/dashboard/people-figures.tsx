import { Button, Group, Skeleton, Table, Text } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '../../api/client';
import { pipelineQuery } from '../../api/queries/deals';
import { projectQuery } from '../../api/queries/projects';
import { counted, currency, grouped } from '../../lib/format';
import { paths } from '../../lib/paths';
import { DataTable } from '../../ui/data-table';
import { QueryPanel } from '../../ui/query-panel';
import { FigureLink } from './figure-link';
import { Panel } from './panel';

interface Line {
  readonly key: string;
  readonly name: string;
  readonly count: number;
  readonly offers: number | null;
  readonly to: string;
}

/** Lines at first, and of each 'Show more'. */
const most = 10;

/** Deals in open stages by project and by person. */
export function PeopleFigures() {
  const pipeline = useQuery(pipelineQuery);
  const [projectsShown, setProjectsShown] = useState(most);
  const [peopleShown, setPeopleShown] = useState(most);
  const names = useProjectNames((pipeline.data?.projects ?? []).slice(0, projectsShown).map(({ project_id }) => project_id));
  return (
    <Panel title="Open deals">
      <QueryPanel
        query={pipeline}
        failure={sentenceOf(pipeline.error, 'The open deals could not be loaded.')}
        pending={<Skeleton h={120} />}
      >
        {(all) => (
          <>
            <Figures
              of="Project"
              many="projects"
              shown={projectsShown}
              onMore={() => setProjectsShown(projectsShown + most)}
              lines={all.projects.map(({ project_id, count, offer_value }, at) => ({
                key: project_id,
                name: names[at] ?? unnamed,
                count,
                offers: offer_value,
                to: paths.deals({ project_id, open: 'true' }),
              }))}
            />
            <Figures
              of="Person"
              many="people"
              shown={peopleShown}
              onMore={() => setPeopleShown(peopleShown + most)}
              lines={all.people.map(({ user_id, name, count, offer_value }) => ({
                key: user_id ?? 'none',
                name: name ?? 'Nobody',
                count,
                offers: offer_value,
                to: paths.deals({ assigned_to: user_id ?? 'none', open: 'true', of: name ?? 'Assigned to nobody' }),
              }))}
            />
          </>
        )}
      </QueryPanel>
    </Panel>
  );
}

const unnamed = 'A project';

/** The names of projects, each asked for by its id: a firm can have more projects than a list answers at once. */
function useProjectNames(ids: readonly string[]): readonly string[] {
  const projects = useQueries({ queries: ids.map((id) => projectQuery(id)) });
  return projects.map(({ data, isPending }) => data?.project_name ?? (isPending ? 'Loading...' : unnamed));
}

interface FiguresProps {
  readonly of: string;
  readonly many: string;
  readonly lines: readonly Line[];
  /** Most lines shown. */
  readonly shown: number;
  readonly onMore: () => void;
}

function Figures({ of, many, lines, shown, onMore }: FiguresProps) {
  const more = Math.min(most, lines.length - shown);
  return (
    <>
      <DataTable
        caption={`Open deals by ${of.toLowerCase()}`}
        columns={[{ label: of }, { label: 'Deals', numeric: true }, { label: 'Offers', numeric: true }]}
      >
        {lines.slice(0, shown).map(({ key, name, count, offers, to }) => (
          <Table.Tr key={key}>
            <Table.Td>{name}</Table.Td>
            <Table.Td ta="right">
              <FigureLink to={to} label={`${name}: ${counted(count, 'open deal')}`}>
                {grouped(count)}
              </FigureLink>
            </Table.Td>
            <Table.Td ta="right">
              {offers === null ? (
                '—'
              ) : (
                <FigureLink to={to} label={`${name}: offers of ${currency(offers)}`}>
                  {currency(offers)}
                </FigureLink>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
      <Group gap="sm" mb="sm" mt={4}>
        {more > 0 && (
          <>
            <Button size="compact-xs" variant="subtle" onClick={onMore}>
              {`Show ${more} more ${many}`}
            </Button>
            <Text size="xs" c="dimmed">
              {`${grouped(shown)} of ${grouped(lines.length)}`}
            </Text>
          </>
        )}
      </Group>
    </>
  );
}
