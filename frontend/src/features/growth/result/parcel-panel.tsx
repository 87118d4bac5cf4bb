import { Anchor, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { sentenceOf } from '../../../api/client';
import { notAvailable } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { QueryPanel } from '../../../ui/query-panel';
import { Value } from '../../../ui/value';
import type { JoinedParcel } from '../api/types';
import classes from './result.module.css';
import { ordered, type ParcelOrder } from './parcel-order';
import { ProjectSelect } from './project-select';

const columns: readonly { readonly by: ParcelOrder; readonly label: string; readonly numeric?: boolean }[] = [
  { by: 'parcel', label: 'Parcel' },
  { by: 'chance', label: 'Chance of being surrounded', numeric: true },
  { by: 'decade', label: 'Likely decade' },
];

interface Props {
  readonly projectId: string | null;
  readonly onProject: (projectId: string | null) => void;
  readonly parcels: UseQueryResult<readonly JoinedParcel[]>;
}

/** A parcel without open land around it is a town lot: no growth is possible. */
function chanceOf({ chance_percent: chance, surrounded_percent_now: now }: JoinedParcel): string {
  if (chance !== null) return `${Math.round(chance)} %`;
  return now === 100 ? 'Already built up' : notAvailable;
}

/** A project's saved parcels inside the area, with chance and decade of being surrounded by growth. */
export function ParcelPanel({ projectId, onProject, parcels }: Props) {
  return (
    <Stack gap="sm">
      <ProjectSelect projectId={projectId} onProject={onProject} />
      <QueryPanel query={parcels} failure={sentenceOf(parcels.error, 'Failed to load parcels')}>
        {(known) => projectId && <Parcels projectId={projectId} parcels={known} />}
      </QueryPanel>
      <Text size="xs" c="dimmed">
        Surroundings are what can be built on within 500 m of the parcel. The chance is the share of their open land that is expected to be
        urban in the last year, over all runs; the likely decade is the first in which at least half of the surroundings are.
      </Text>
    </Stack>
  );
}

function Parcels({ projectId, parcels }: { readonly projectId: string; readonly parcels: readonly JoinedParcel[] }) {
  const [by, setBy] = useState<ParcelOrder>('chance');
  const [descending, setDescending] = useState(true);
  const rows = ordered(parcels, by, descending);
  const outside = parcels.length - rows.length;
  if (parcels.length === 0) return <Text size="sm">This project has no saved parcels.</Text>;
  if (rows.length === 0) return <Text size="sm">None of this project's saved parcels is inside the area.</Text>;
  const Arrow = descending ? IconArrowDown : IconArrowUp;

  function sort(next: ParcelOrder): void {
    setDescending(next === by ? !descending : next === 'chance');
    setBy(next);
  }

  return (
    <>
      <Table aria-label="Growth around saved parcels" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th
                key={column.by}
                ta={column.numeric ? 'right' : 'left'}
                aria-sort={column.by !== by ? 'none' : descending ? 'descending' : 'ascending'}
              >
                <UnstyledButton className={classes.sort ?? ''} onClick={() => sort(column.by)}>
                  {column.label}
                  {column.by === by && <Arrow size={14} style={{ flex: 'none' }} aria-hidden />}
                </UnstyledButton>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((parcel) => (
            <Table.Tr key={parcel.parcel_number}>
              <Table.Td>
                <Anchor component={Link} to={paths.property(parcel.parcel_number, { project_id: projectId })} size="sm">
                  {parcel.address ?? parcel.parcel_number}
                </Anchor>
                <Text size="xs" c="dimmed">
                  {parcel.parcel_number}
                </Text>
              </Table.Td>
              <Table.Td ta="right" className="tabular">
                <Value>{chanceOf(parcel)}</Value>
              </Table.Td>
              <Table.Td>{parcel.likely_decade ?? 'Not within these years'}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {outside > 0 && (
        <Text size="xs" c="dimmed">
          {outside} more {outside === 1 ? 'parcel lies' : 'parcels lie'} outside the area.
        </Text>
      )}
    </>
  );
}
