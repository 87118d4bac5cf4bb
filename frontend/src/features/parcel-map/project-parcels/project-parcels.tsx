import { Chip, Group, Loader, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { projectParcelsQuery } from '../../../api/queries/markers';
import { grouped } from '../../../lib/format';
import { QueryPanel } from '../../../ui/query-panel';
import { SourcesLine } from '../../../ui/sources-line';
import { ColourSelect } from '../colours/colour-select';
import { LazyCompare } from '../compare/lazy-compare';
import { ParcelsExport } from '../export/parcels-export';
import { useMapPage } from '../map-page';
import { entriesOf, isInside, orders, parcelsOf, sorted, type Entry, type SortOrder } from './entries';
import { ParcelList } from './parcel-list';
import classes from './project-parcels.module.css';
import { useHasScores, useScores } from './use-scores';
import { useStages } from './use-stages';
import { useView } from './use-view';

/** The parcels of the project beside the map: each follows the other. */
export function ProjectParcels() {
  const { projectId } = useMapPage();
  const parcels = useQuery({ ...projectParcelsQuery(projectId), select: entriesOf });
  return (
    <QueryPanel
      query={parcels}
      failure="The project's parcels could not be loaded."
      pending={<Loader size="sm" role="progressbar" aria-label="Loading the parcels" />}
    >
      {(entries) =>
        entries.length === 0 ? <Text size="sm">No parcels yet. Click a parcel on the map and add it.</Text> : <Parcels entries={entries} />
      }
    </QueryPanel>
  );
}

/** The parcels that can be compared. */
function choicesOf(entries: readonly Entry[]) {
  return entries.flatMap(({ llUuid, discarded, name, number }) =>
    llUuid === undefined || discarded !== undefined ? [] : { llUuid, label: name === number ? number : `${name}, ${number}` },
  );
}

function Parcels({ entries }: { readonly entries: readonly Entry[] }) {
  const { projectId, colouring } = useMapPage();
  const view = useView();
  const [by, setBy] = useState<SortOrder>('added');
  const hasScores = useHasScores(projectId);
  const scores = useScores(projectId, by === 'score' || colouring === 'score');
  const stages = useStages(projectId, by === 'stage' || colouring === 'stage');
  const [inView, setInView] = useState(false);
  const [discarded, setDiscarded] = useState(false);
  const [onlyDue, setOnlyDue] = useState(false);
  const gone = entries.filter((entry) => entry.discarded && !entry.changed).length;
  const due = entries.filter((entry) => entry.changed).length;
  const dueOnly = onlyDue && due > 0;
  const shown = useMemo(() => {
    // What is due for review is back, whatever was asked for.
    const kept = entries.filter((entry) => entry.changed ?? (!dueOnly && (discarded || !entry.discarded)));
    const seen = inView && view ? kept.filter((entry) => isInside(entry, view.bounds)) : kept;
    return sorted(seen, { by, scores, stages, center: view?.center ?? { lon: 0, lat: 0 } });
  }, [entries, discarded, dueOnly, inView, view, by, scores, stages]);

  return (
    <>
      <Group gap="xs" grow align="flex-end">
        <Select
          label="Sort by"
          size="xs"
          allowDeselect={false}
          data={Object.entries(orders)
            .filter(([value]) => value !== 'score' || hasScores)
            .map(([value, label]) => ({ value, label }))}
          value={by}
          onChange={(value) => setBy((value ?? 'added') as SortOrder)}
        />
        <ColourSelect />
      </Group>
      <Group gap="xs">
        <Chip size="xs" checked={inView} onChange={setInView}>
          Only those in view
        </Chip>
        {due > 0 && (
          <Chip size="xs" checked={dueOnly} onChange={setOnlyDue}>
            For review, {grouped(due)}
          </Chip>
        )}
        {gone > 0 && (
          <Chip size="xs" checked={discarded} onChange={setDiscarded}>
            Discarded, {grouped(gone)}
          </Chip>
        )}
        <Group gap="xs" className={classes.export}>
          <LazyCompare projectId={projectId} choices={choicesOf(entries)} first={[]} />
          <ParcelsExport parcels={parcelsOf(shown)} />
        </Group>
      </Group>
      <Text size="xs" c="dimmed" role="status" className={classes.count ?? ''}>
        {shown.length === 1 ? '1 parcel' : `${grouped(shown.length)} parcels`}
        {inView && ' in view'}
      </Text>
      <ParcelList entries={shown} scores={scores} stages={stages} />
      <SourcesLine of={shown.map(({ source }) => source)} />
    </>
  );
}
