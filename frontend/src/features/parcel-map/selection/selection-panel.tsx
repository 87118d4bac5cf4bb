import { Button, CloseButton, Group, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { mostSelectedShown } from '../../../api/queries/parcels';
import { acres, currency, grouped } from '../../../lib/format';
import { hasOpenList } from '../../../ui/popover-panel';
import { useFocusFromBody } from '../../../ui/use-focus-from-body';
import { ExportMenu } from '../export/export-menu';
import { saveSelection } from '../export/formats';
import { useExportedGrowth } from '../export/use-exported-growth';
import type { Summary } from './api';
import { LazyJoinSelected } from '../assemblage/lazy-join-selected';
import { AddAdjoining } from './add-adjoining';
import { DiscardDialog } from './discard-dialog';
import { LimitsForm } from './limits-form';
import { PastedLines } from './pasted-lines';
import { ReachForm } from './reach-form';
import classes from './selection.module.css';
import type { MapSelection } from './use-selection';

/** Most parcels of a selection that is added or discarded: the server's limit, which also counts those that the project has. */
const mostAtOnce = 10_000;

/** What is selected: the count first, then what to do with all of it. Takes the focus, so that Esc ends the selection. */
export function SelectionPanel({ selection }: { readonly selection: MapSelection }) {
  const { summary, counting, adding, addAll, discardAll, clear } = selection;
  const [discarding, setDiscarding] = useState(false);
  const growthRun = useExportedGrowth(undefined, selection.limits.filter);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  // The button that counted again may be gone.
  useFocusFromBody(panel, summary);
  const added = summary ? summary.count - summary.in_project : 0;
  const tooMany = summary !== undefined && summary.count > mostAtOnce;

  return (
    <Paper
      ref={panel}
      component="section"
      aria-label="Selection"
      tabIndex={-1}
      className={classes.panel ?? ''}
      shadow="md"
      p="sm"
      onKeyDownCapture={({ key, target, currentTarget }) => {
        // Not in a menu, whose events come here too, and not where it closes a list, which the field knows only until it has the key.
        if (key === 'Escape' && target instanceof Element && currentTarget.contains(target) && !hasOpenList(target)) clear();
      }}
    >
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap">
          <Title order={2} size="h5" aria-live="polite">
            {summary ? counted(summary.count) : 'Counting parcels…'}
          </Title>
          <Group gap="xs" wrap="nowrap">
            {counting && <Loader size="xs" />}
            <CloseButton aria-label="End selecting" onClick={clear} />
          </Group>
        </Group>
        {selection.road && <Text size="sm">Along {selection.road.name ?? 'a road without a name'}</Text>}
        {summary && (
          <>
            <Facts summary={summary} />
            <PastedLines
              summary={summary}
              missing={selection.choice?.points ? 'On no parcel' : 'Not found'}
              busy={counting}
              onCounty={selection.preferCounty}
            />
            {selection.limits.filter !== undefined && (
              <Group gap="xs" justify="space-between" wrap="nowrap">
                <Text size="sm">Only what matches the filter.</Text>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  disabled={counting}
                  onClick={() => void selection.limit({ ...selection.limits, filter: undefined })}
                >
                  All Parcels
                </Button>
              </Group>
            )}
            {selection.choice && <ReachForm choice={selection.choice} onCount={(choice) => void selection.reshape(choice)} />}
            <LimitsForm limits={selection.limits} busy={counting} onLimit={selection.limit} />
            {summary.count > mostSelectedShown && <Text size="sm">The map shows the first {grouped(mostSelectedShown)}.</Text>}
            {tooMany && (
              <Text size="sm">
                A selection of more than {grouped(mostAtOnce)} parcels is not added or discarded at once. Select a smaller area, or set
                limits.
              </Text>
            )}
            <Group gap="xs" data-selected-rows={counted(summary.count)}>
              <Button px="sm" loading={adding} disabled={counting || added === 0 || tooMany} onClick={() => void addAll()}>
                {added === 0 ? 'Add All' : `Add All ${grouped(added)}`}
              </Button>
              <Button px="sm" variant="default" disabled={counting || adding || added === 0 || tooMany} onClick={() => setDiscarding(true)}>
                Discard…
              </Button>
              <ExportMenu
                disabled={counting || summary.count === 0}
                onExport={(format) => saveSelection(summary.selection_id, format, growthRun)}
              />
            </Group>
            <AddAdjoining count={summary.count} busy={counting || adding} onAdd={() => void selection.addAdjoining()} />
            <LazyJoinSelected key={summary.selection_id} summary={summary} />
          </>
        )}
      </Stack>
      {discarding && <DiscardDialog count={added} onDiscard={discardAll} onClose={() => setDiscarding(false)} />}
    </Paper>
  );
}

function counted(count: number): string {
  return count === 1 ? '1 parcel' : `${grouped(count)} parcels`;
}

/** Sums say of how many parcels the value is unknown: it is not zero. */
function Facts({ summary }: { readonly summary: Summary }) {
  const { count, without_acres, without_value, without_owner } = summary;
  const unknown = (number: number) => (number > 0 ? `, unknown for ${grouped(number)}` : '');
  const known = (number: number, value: string) => (count > 0 && number === count ? 'Unknown' : value + unknown(number));
  const rows = [
    ['Area', known(without_acres, acres(summary.acres))],
    ['Appraised value', known(without_value, currency(summary.total_value))],
    ['Owners', known(without_owner, grouped(summary.owners))],
    ['Already in the project', grouped(summary.in_project)],
    ['Discarded, left out', grouped(summary.discarded)],
  ] as const;
  return (
    <dl className={classes.facts}>
      {rows.map(([label, value]) => (
        <FactRow key={label} label={label} value={value} />
      ))}
    </dl>
  );
}

function FactRow({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <>
      <Text component="dt" size="sm" c="dimmed">
        {label}
      </Text>
      <Text component="dd" size="sm" className="tabular">
        {value}
      </Text>
    </>
  );
}
