import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { QueryFailure } from '../../../../ui/query-panel';
import { LazyCompare } from '../../compare/lazy-compare';
import { mostSites } from '../../compare/limits';
import { useMapPage } from '../../map-page';
import { DiscardDialog } from '../../selection/discard-dialog';
import type { ResultList as ListName, SearchResult, SearchRun } from '../types';
import { AddBar } from './add-bar';
import { RankMarkers } from './rank-markers';
import { ResultExport } from './result-export';
import { ResultRow } from './result-row';
import classes from './results.module.css';
import { useAdding } from './use-adding';
import { useFitOnce } from './use-fit-once';
import { useProjectSites } from './use-project-sites';
import { useResults } from './use-results';
import { useShowResult } from './use-show-result';
import { keptWords } from './words';

interface Props {
  readonly run: SearchRun;
  readonly list: ListName;
}

const nothing = {
  ranked: 'No parcel fits. Loosen a requirement, or search a larger area.',
  unknown: 'No parcel is left open by an unknown fact.',
  uncertain: 'Every ranked parcel has more than half of its weight on known facts.',
} as const satisfies Record<ListName, string>;

/** A list of a run, which the map follows. */
export function ResultList({ run, list }: Props) {
  const { projectId, inspected } = useMapPage();
  const { query, results, count, kept, isAdded } = useResults(projectId, run.run_id, list);
  const part = count === undefined ? undefined : keptWords(kept, count);
  const { sites } = useProjectSites(projectId, run.run_id);
  const [opened, setOpened] = useState(inspected);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [discarding, setDiscarding] = useState<readonly string[]>();
  const adding = useAdding(projectId);
  const { show, follow } = useShowResult();
  useFitOnce(run.run_id, results);
  const chosen = results.filter(({ ll_uuid }) => picked.has(ll_uuid) && !isAdded(ll_uuid)).map(({ ll_uuid }) => ll_uuid);

  function open(result: SearchResult, opens: boolean): void {
    setOpened(opens ? result.ll_uuid : undefined);
    if (opens) follow(result);
  }

  function pick(llUuid: string, on: boolean): void {
    const next = new Set(picked);
    if (on) next.add(llUuid);
    else next.delete(llUuid);
    setPicked(next);
  }

  if (query.isPending) return <Loader size="sm" role="progressbar" aria-label="Loading the results" />;
  return (
    <Stack gap="xs">
      <QueryFailure query={query} sentence="The results could not be loaded." />
      <AddBar
        ranked={list === 'ranked' ? results.length && (count ?? 0) : undefined}
        picked={chosen.length}
        busy={adding.busy}
        onBest={(top) => void adding.addBest(run.run_id, top)}
        onPicked={() =>
          void adding.add(chosen).then((added) => {
            if (added) setPicked(new Set());
          })
        }
        onDiscard={() => setDiscarding(chosen)}
        onClear={() => setPicked(new Set())}
      />
      <Group gap="xs">
        <LazyCompare
          projectId={projectId}
          choices={[...sites.map(({ result }) => result), ...results].map(({ ll_uuid, address, parcelnumb }) => ({
            llUuid: ll_uuid,
            label: address === null ? parcelnumb : `${address}, ${parcelnumb}`,
          }))}
          first={chosen.length > 0 ? chosen : results.slice(0, mostSites).map(({ ll_uuid }) => ll_uuid)}
          search={{ runId: run.run_id, growthRunId: run.growth_run_id }}
        />
        {chosen.length === 0 && results.length > 0 && <ResultExport run={run} list={list} kept={kept} count={count ?? 0} />}
      </Group>
      {results.length === 0 ? (
        <Text size="sm">{nothing[list]}</Text>
      ) : (
        <ol className={classes.list} aria-label="Results">
          {results.map((result) => (
            <ResultRow
              key={result.ll_uuid}
              result={result}
              criteria={run.criteria}
              open={opened === result.ll_uuid}
              inspected={inspected === result.ll_uuid}
              added={isAdded(result.ll_uuid)}
              picked={picked.has(result.ll_uuid)}
              busy={adding.busy}
              onOpen={(opens) => open(result, opens)}
              onPick={(on) => pick(result.ll_uuid, on)}
              onShow={() => show(result)}
              onAdd={() => void adding.add([result.ll_uuid])}
              onDiscard={() => setDiscarding([result.ll_uuid])}
            />
          ))}
        </ol>
      )}
      {query.hasNextPage && (
        <Button size="xs" variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show More
        </Button>
      )}
      {!query.hasNextPage && part !== undefined && (
        <Text size="xs" c="dimmed">
          The {part} are listed with their reasons.
        </Text>
      )}
      <RankMarkers
        results={results}
        isAdded={isAdded}
        onChoose={(result) => {
          setOpened(result.ll_uuid);
          show(result);
        }}
      />
      {discarding && (
        <DiscardDialog
          count={discarding.length}
          onDiscard={(reason, note) => adding.discard(discarding, reason, note)}
          onClose={() => setDiscarding(undefined)}
        />
      )}
    </Stack>
  );
}
