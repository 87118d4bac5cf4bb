import { Button, Group, Loader, Text, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconMinus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { searchComparisonQuery, searchRunQuery } from '../../../../api/queries/site-search';
import { acres, dateTime } from '../../../../lib/format';
import { QueryFailure, QueryPanel } from '../../../../ui/query-panel';
import { ParcelsExport } from '../../export/parcels-export';
import { runWords, useFinishedRuns } from '../../growth/runs';
import { useHover } from '../../hover';
import { useMapPage } from '../../map-page';
import { asksGrowth } from '../criteria';
import type { Comparison, Move, SearchRun } from '../types';
import { differencesOf } from './differences';
import classes from './results.module.css';
import { moveWords, wishWords } from './words';

interface Props {
  /** The later one. */
  readonly run: SearchRun;
  readonly earlier: string;
  readonly onClose: () => void;
}

/** How parcels moved since an earlier search, what differs between the two, and whether the criteria or the data moved them. */
export function ComparePanel({ run, earlier, onClose }: Props) {
  const comparison = useQuery(searchComparisonQuery(run.run_id, earlier));
  return (
    <QueryPanel
      query={comparison}
      failure="The searches could not be compared."
      pending={<Loader size="sm" role="progressbar" aria-label="Comparing the searches" />}
    >
      {(loaded) => (
        <>
          <Group justify="space-between" gap="xs">
            <Text size="sm">{differences(loaded)}</Text>
            <Group gap="xs" wrap="nowrap" style={{ flexShrink: 0 }}>
              <ParcelsExport parcels={loaded.moves.map(({ ll_uuid }) => ll_uuid)} growthRun={run.growth_run_id} />
              <Button size="xs" variant="default" onClick={onClose}>
                End Comparing
              </Button>
            </Group>
          </Group>
          <Differences run={run} earlier={earlier} comparison={loaded} />
          <ol className={classes.list} aria-label="Moves">
            {loaded.moves.map((move) => (
              <MoveRow key={move.ll_uuid} move={move} />
            ))}
          </ol>
        </>
      )}
    </QueryPanel>
  );
}

/** What differs between the two searches. */
function differences({ same_criteria, same_area, same_filter, same_data, is_split, moves }: Comparison): string {
  if (!same_area) return 'The searches have different areas, or the outline of their area changed, so they judged different parcels.';
  if (!same_filter) return 'The searches have different filters, so they judged different parcels.';
  if (moves.length === 0) return 'Neither search has a ranked parcel.';
  if (same_criteria && same_data) return 'Both searches have the same criteria and the same data.';
  if (same_data) return 'The criteria changed, the data did not.';
  if (same_criteria) return 'The data changed, the criteria did not.';
  return is_split
    ? 'Criteria and data changed.'
    : 'Criteria and data changed, and the data has changed again since, or a growth simulation was removed: which of them moved a parcel is not known.';
}

interface DifferencesProps {
  readonly run: SearchRun;
  readonly earlier: string;
  readonly comparison: Comparison;
}

/** Which searches are compared, and each thing that differs: as it was, and as it is. */
function Differences({ run, earlier, comparison }: DifferencesProps) {
  const before = useQuery({ ...searchRunQuery(earlier), select: (answer) => answer as SearchRun });
  const asked = [run, ...(before.data ? [before.data] : [])].some(({ criteria }) => asksGrowth(criteria));
  const { runs } = useFinishedRuns(asked);
  const simulated = (id: string) => runs.find(({ run_id }) => run_id === id);
  if (!before.data) return <QueryFailure query={before} sentence="The earlier search could not be loaded." />;
  const differences = differencesOf(before.data, run, comparison, (id) => {
    const known = simulated(id);
    return known ? runWords(known) : 'A simulation that was removed';
  });
  return (
    <>
      <Text size="xs" c="dimmed">
        Since {searchWords(before.data)}: now {searchWords(run)}.
      </Text>
      {differences.length > 0 && (
        <ul className={classes.differences} aria-label="What differs">
          {differences.map(({ name, before: was, after }) => (
            <Text key={name} component="li" size="xs">
              <b>{name}:</b> {was} → {after}
            </Text>
          ))}
        </ul>
      )}
    </>
  );
}

const searchWords = ({ name, created_at }: SearchRun) => `${name ?? 'Search'}, ${dateTime(created_at)}`;

function MoveRow({ move }: { readonly move: Move }) {
  const { inspect, inspected } = useMapPage();
  const { hovered, hover } = useHover();
  const { ll_uuid, rank_before, rank_after } = move;
  const reason = wishWords(move);
  const gained = rank_before !== null && rank_after !== null ? rank_before - rank_after : 0;
  const Symbol = gained > 0 ? IconArrowUp : gained < 0 ? IconArrowDown : IconMinus;
  return (
    <li className={classes.row} data-hovered={hovered === ll_uuid || undefined} aria-current={inspected === ll_uuid ? 'true' : undefined}>
      <UnstyledButton
        className={`${classes.head ?? ''} ${classes.move ?? ''}`}
        onMouseEnter={() => hover(ll_uuid)}
        onMouseLeave={() => hover(undefined)}
        onFocus={() => hover(ll_uuid)}
        onBlur={() => hover(undefined)}
        onClick={() => inspect(ll_uuid)}
      >
        <span className={`tabular ${classes.rank ?? ''}`}>{rank_after ?? '–'}</span>
        <span className={classes.names}>
          <Text span size="sm" fw={600} display="block" truncate>
            {move.address ?? move.parcelnumb}
          </Text>
          <Text span size="xs" c="dimmed" display="block">
            {acres(move.acres)} · {moveWords(move)}
          </Text>
          {reason !== undefined && (
            <Text span size="xs" c="dimmed" display="block" className="tabular">
              {reason}
            </Text>
          )}
        </span>
        <Text span size="xs" c="dimmed" className="tabular">
          was {rank_before ?? '–'}
        </Text>
        <Symbol size={16} aria-hidden />
      </UnstyledButton>
    </li>
  );
}
