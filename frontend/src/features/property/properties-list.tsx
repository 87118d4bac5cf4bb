import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBuilding, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { sentenceOf } from '../../api/client';
import { allPropertiesQuery, propertiesQuery, type PropertySort } from '../../api/queries/properties';
import { EmptyRow } from '../../ui/data-table';
import { useConfirm, useNotice } from '../../ui/dialogs';
import { EmptyState } from '../../ui/empty-state';
import { ExportMenu } from '../../ui/export-menu';
import { outlineFormats } from '../../ui/file-formats';
import { LoadingPage } from '../../ui/loading-page';
import { InMore } from '../../ui/more-actions';
import { ListFailure } from '../../ui/query-panel';
import { SelectLoaded } from '../../ui/select-box';
import { SelectionBar } from '../../ui/selection-bar';
import { usePages } from '../../ui/use-pages';
import { useSelection, type Selection } from '../../ui/use-selection';
import { VirtualTable } from '../../ui/virtual-table';
import { useRemoveProperty, useRestoreProperty, type PropertyRow } from './api';
import { filterCount } from './properties-filter';
import { PropertiesToolbar } from './properties-toolbar';
import { totalsOf, totalsWords } from './properties-totals';
import { columnOf, ownColumns, plainProperties, type PropertiesView } from './properties-view';
import { PropertyLine, type EditDeal } from './property-line';
import { useEditCell } from './use-edit-cell';
import { useExportProperties, type SaveOutlines } from './use-export-properties';
import { useTakeOut } from './use-take-out';

interface Props {
  readonly projectId: string;
  readonly email: string | null;
  readonly onOpen: (parcelNumber: string) => void;
  readonly onGoToMap: () => void;
  /** Buttons for the selected properties. */
  readonly actions?: (selection: Selection<PropertyRow>) => ReactNode;
  /** The menu of saved views. */
  readonly views?: (view: PropertiesView, onApply: (view: PropertiesView) => void) => ReactNode;
  /** Saves what is typed into cells of the deal; without it they are not edited. */
  readonly editDeal?: EditDeal;
  /** How a property's parcel stands in a search of the project. */
  readonly standing?: (row: PropertyRow) => ReactNode;
  /** Offers files with outlines. */
  readonly saveOutlines?: SaveOutlines;
}

const noRows: readonly PropertyRow[] = [];
const idOf = ({ ll_uuid }: PropertyRow): string => ll_uuid;
const asAdded = { by: 'added', label: 'As added' } as const;

/** The properties of a project. */
export function PropertiesList(props: Props) {
  return (
    // Takes the focus when the table is replaced because its last row is gone.
    <div role="group" aria-label="Properties of the project" tabIndex={-1} data-list>
      <List {...props} />
    </div>
  );
}

function List({ projectId, email, onOpen, onGoToMap, actions, views, editDeal, standing, saveOutlines }: Props) {
  const [view, setView] = useState(plainProperties);
  const [words] = useDebouncedValue((view.filter.q ?? '').trim(), 200);
  const filter = { ...view.filter, q: words };
  const properties = usePages(propertiesQuery(projectId, email, filter, view.sort), (page) => page.properties, idOf);
  const totals = properties.first?.totals;
  const total = totals?.count ?? properties.total;
  const { takeOut, isOut } = useTakeOut(projectId);
  const rows = properties.rows?.filter((row) => !isOut(row));
  const cache = useQueryClient();
  const notice = useNotice();

  /** All that match, as they are now. */
  async function readAll(): Promise<readonly PropertyRow[]> {
    return (await cache.query({ ...allPropertiesQuery(projectId, filter, view.sort), staleTime: 0 })).properties;
  }

  async function selectAll(add: (rows: readonly PropertyRow[]) => void): Promise<void> {
    try {
      add(await readAll());
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The properties could not be loaded.'));
    }
  }

  const selection = useSelection(rows ?? noRows, idOf, selectAll);
  const remove = useRemoveProperty(projectId);
  const restore = useRestoreProperty(projectId);
  const edit = useEditCell(projectId);
  const exporting = useExportProperties(saveOutlines);
  const confirm = useConfirm();

  async function take(row: PropertyRow): Promise<void> {
    if (!(await confirm({ sentence: 'Are you sure you want to remove this property?', confirm: 'Remove Property', cancel: 'Keep' })))
      return;
    try {
      const marker = await remove.mutateAsync(row);
      if (marker) notice.undo('Property removed successfully!', () => restore.mutateAsync(marker));
      else notice.success('Property removed successfully!');
    } catch (reason) {
      notice.alert(`Error: ${sentenceOf(reason, 'the property could not be removed.')}`);
    }
  }

  const columns = [...ownColumns, ...view.columns.map(columnOf)];
  const heading = { label: 'Image', control: <SelectLoaded selection={selection} many="properties" /> };
  const searching = Boolean(view.filter.q) || words !== '' || filterCount(filter) > 0 || properties.isPrevious;
  if (rows?.length === 0 && !properties.hasMore && !searching) {
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
      <PropertiesToolbar
        projectId={projectId}
        view={view}
        onChange={setView}
        total={rows && total}
        totals={totals}
        views={views?.(view, setView)}
      >
        <ExportMenu
          what="all properties of the list"
          loading={exporting.isPending}
          further={saveOutlines && outlineFormats}
          onExport={(format) => exporting.mutate({ list: { project_id: projectId, ...filter, sort: view.sort }, rows: readAll, format })}
        />
      </PropertiesToolbar>
      <ListFailure query={properties} sentence={sentenceOf(properties.error, 'The properties could not be loaded.')} />
      {properties.isPending && <LoadingPage />}
      {rows && (
        <VirtualTable
          caption="Properties"
          columns={[heading, ...columns.slice(1)]}
          sorting={{ by: view.sort, onSort: (by) => setView({ ...view, sort: by as PropertySort }), plain: asAdded }}
          rows={rows}
          keyOf={idOf}
          total={total}
          hasMore={properties.hasMore}
          onEnd={properties.onEnd}
          onView={properties.onView}
          empty={<EmptyRow columns={columns.length}>No properties found</EmptyRow>}
          row={(row, props) => (
            <PropertyLine
              row={row}
              tr={props}
              columns={view.columns}
              selection={selection}
              onOpen={() => onOpen(row.parcel_number)}
              onRemove={() => void take(row)}
              onEdit={(field, text, name) => edit(row, field, text, name)}
              onEditDeal={editDeal}
              standing={standing?.(row)}
            />
          )}
        />
      )}
      <SelectionBar
        selection={selection}
        one="property"
        many="properties"
        total={total}
        onAll={() => selectAll(selection.add)}
        figures={totalsWords(totalsOf(selection.chosen))}
      >
        {actions?.(selection)}
        <InMore>
          <ExportMenu
            what={selection.count === 1 ? '1 property' : `${selection.count} properties`}
            look={{ size: 'compact-sm' }}
            loading={exporting.isPending}
            further={saveOutlines && outlineFormats}
            onExport={(format) =>
              exporting.mutate({
                list: { project_id: projectId, property_ids: selection.chosen.map(({ property_id }) => property_id), sort: view.sort },
                rows: () => Promise.resolve(selection.chosen),
                format,
              })
            }
          />
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => void takeOut(selection)}
          >
            Remove from project
          </Button>
        </InMore>
      </SelectionBar>
    </>
  );
}
