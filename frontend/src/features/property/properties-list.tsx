import { ActionIcon, Button, Group, Table, Text, TextInput, Tooltip } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBuilding, IconSearch, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { sentenceOf } from '../../api/client';
import { propertiesQuery, type PropertySort } from '../../api/queries/properties';
import { acres, currency } from '../../lib/format';
import { siteWords } from '../../lib/site';
import { Count } from '../../ui/count';
import { CountyEntry } from '../../ui/county-entry';
import { EmptyRow, type Column } from '../../ui/data-table';
import { useConfirm, useNotice } from '../../ui/dialogs';
import { EmptyState } from '../../ui/empty-state';
import { LoadingPage } from '../../ui/loading-page';
import { ListFailure } from '../../ui/query-panel';
import { usePages } from '../../ui/use-pages';
import { Value } from '../../ui/value';
import { VirtualTable, type RowProps } from '../../ui/virtual-table';
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
  { label: 'Address', sort: 'address' },
  { label: 'Year Built', numeric: true, sort: 'year_built' },
  { label: 'Parcel Value Type', sort: 'parcel_value_type' },
  { label: 'Total Value', numeric: true, sort: 'total_value' },
  { label: 'Appraised Value', numeric: true, sort: 'appraised_value' },
  { label: 'Lot Area', numeric: true, sort: 'acres' },
  { label: 'Remove', hidden: true },
];

/** The properties of a project. */
export function PropertiesList({ projectId, email, onOpen, onGoToMap }: Props) {
  const [search, setSearch] = useState('');
  const [words] = useDebouncedValue(search.trim(), 200);
  const [sort, setSort] = useState<PropertySort>('added');
  const properties = usePages(propertiesQuery(projectId, email, words, sort), (page) => page.properties);
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

  const searching = search !== '' || words !== '' || properties.isPrevious;
  if (properties.rows?.length === 0 && !searching) {
    return (
      <EmptyState icon={IconBuilding} title="No properties yet" sentence="Look up a parcel on the map and add it to the project.">
        <Button mt="xs" onClick={onGoToMap}>
          Open the map
        </Button>
      </EmptyState>
    );
  }
  return (
    <>
      <Group mb="md" gap="md">
        <TextInput
          flex={1}
          maw={420}
          type="search"
          aria-label="Search properties"
          placeholder="Search properties"
          leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {properties.rows && <Count of={properties.total} one="property" many="properties" />}
      </Group>
      <ListFailure query={properties} sentence={sentenceOf(properties.error, 'The properties could not be loaded.')} />
      {properties.isPending && <LoadingPage />}
      {properties.rows && (
        <VirtualTable
          caption="Properties"
          columns={columns}
          sorting={{ by: sort, onSort: (by) => setSort(by as PropertySort) }}
          rows={properties.rows}
          total={properties.total}
          hasMore={properties.hasMore}
          onEnd={properties.onEnd}
          empty={<EmptyRow columns={columns.length}>No properties found</EmptyRow>}
          row={(row, props) => (
            <Row key={row.ll_uuid} row={row} tr={props} onOpen={() => onOpen(row.parcel_number)} onRemove={() => void take(row)} />
          )}
        />
      )}
    </>
  );
}

interface PropertyRowProps {
  readonly row: PropertyRow;
  readonly tr: RowProps;
  readonly onOpen: () => void;
  readonly onRemove: () => void;
}

function Row({ row, tr, onOpen, onRemove }: PropertyRowProps) {
  const city = [row.city, row.zip].filter(Boolean).join(' ');
  const place = [city, row.parcel_count > 1 && siteWords(row.parcel_count)].filter(Boolean).join(' · ');
  const name = row.address ?? row.parcel_number;
  return (
    <Table.Tr
      {...tr}
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
      <Table.Td className={classes.number}>
        <Value>{acres(row.acres)}</Value>
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
