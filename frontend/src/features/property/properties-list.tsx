import { ActionIcon, Button, Table, Text, Tooltip } from '@mantine/core';
import { IconBuilding, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { sentenceOf } from '../../api/client';
import { propertiesQuery } from '../../api/queries/properties';
import { currency } from '../../lib/format';
import { CountyEntry } from '../../ui/county-entry';
import { DataTable, type Column } from '../../ui/data-table';
import { useConfirm, useNotice } from '../../ui/dialogs';
import { EmptyState } from '../../ui/empty-state';
import { LoadingPage } from '../../ui/loading-page';
import { QueryPanel } from '../../ui/query-panel';
import { Value } from '../../ui/value';
import { useRemoveProperty, useRestoreProperty, type PropertyRow } from './api';
import classes from './property.module.css';
import { SiteImage } from './site-image';

interface Props {
  readonly projectId: string;
  readonly email: string | null;
  readonly onOpen: (parcelNumber: string) => void;
  readonly onGoToMap: () => void;
}

const columns: readonly Column[] = [
  { label: 'Image' },
  { label: 'Address' },
  { label: 'Year Built', numeric: true },
  { label: 'Parcel Value Type' },
  { label: 'Total Value', numeric: true },
  { label: 'Appraised Value', numeric: true },
  { label: 'Remove', hidden: true },
];

/** The properties of a project. */
export function PropertiesList({ projectId, email, onOpen, onGoToMap }: Props) {
  const properties = useQuery(propertiesQuery(projectId, email));
  const remove = useRemoveProperty(projectId);
  const restore = useRestoreProperty(projectId);
  const confirm = useConfirm();
  const notice = useNotice();

  async function take(row: PropertyRow): Promise<void> {
    const sure = await confirm({ sentence: 'Are you sure you want to remove this property?', confirm: 'Remove Property', cancel: 'Keep' });
    if (!sure) return;
    try {
      const marker = await remove.mutateAsync(row);
      if (marker) notice.undo('Property removed successfully!', () => restore.mutateAsync(marker));
      else notice.success('Property removed successfully!');
    } catch (reason) {
      notice.alert(`Error: ${sentenceOf(reason, 'the property could not be removed.')}`);
    }
  }

  return (
    <QueryPanel query={properties} failure={sentenceOf(properties.error, 'The properties could not be loaded.')} pending={<LoadingPage />}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState icon={IconBuilding} title="No properties yet" sentence="Look a parcel up on the map and add it to the project.">
            <Button mt="xs" onClick={onGoToMap}>
              Open the map
            </Button>
          </EmptyState>
        ) : (
          <DataTable caption="Properties" columns={columns}>
            {rows.map((row) => (
              <Row key={row.ll_uuid} row={row} onOpen={() => onOpen(row.parcel_number)} onRemove={() => void take(row)} />
            ))}
          </DataTable>
        )
      }
    </QueryPanel>
  );
}

interface RowProps {
  readonly row: PropertyRow;
  readonly onOpen: () => void;
  readonly onRemove: () => void;
}

function Row({ row, onOpen, onRemove }: RowProps) {
  const place = [row.city, row.zip].filter(Boolean).join(' ');
  const name = row.address ?? row.parcel_number;
  return (
    <Table.Tr
      className={classes.row}
      tabIndex={0}
      onClick={onOpen}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target === event.currentTarget) onOpen();
      }}
    >
      <Table.Td w={64} className={classes.thumb}>
        <SiteImage path={row.image_path} alt="" otherwise={<IconBuilding size={24} aria-hidden opacity={0.5} />} />
      </Table.Td>
      <Table.Td>
        <div>
          <Text size="sm" fw={600}>
            {name}
          </Text>
          <Text size="xs" c="dimmed">
            {place}
          </Text>
        </div>
      </Table.Td>
      <Table.Td className={classes.number}>
        <Value>{row.year_built}</Value>
      </Table.Td>
      <Table.Td>
        <CountyEntry entry={row.parcel_value_type} />
      </Table.Td>
      <Table.Td className={classes.number}>
        <Value>{currency(row.total_value)}</Value>
      </Table.Td>
      <Table.Td className={classes.number}>
        <Value>{currency(row.appraised_value)}</Value>
      </Table.Td>
      <Table.Td w={48}>
        <Tooltip label="Remove from project">
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={`Remove ${name}`}
            onClick={(event) => {
              event.stopPropagation();
              onRemove();
            }}
          >
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Table.Td>
    </Table.Tr>
  );
}
