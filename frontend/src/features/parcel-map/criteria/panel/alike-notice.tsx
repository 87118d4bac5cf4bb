import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { searchRunsQuery } from '../../../../api/queries/site-search';
import { changeWish } from '../criteria';
import { factLabel } from '../facts';
import type { Criteria, SearchRun } from '../types';

interface Props {
  readonly projectId: string;
  readonly criteria: Criteria;
  readonly onChange: (criteria: Criteria) => void;
}

/** Weighted wishes that ranked the parcels of the newest finished search nearly alike: together they count one thing twice. */
export function AlikeNotice({ projectId, criteria, onChange }: Props) {
  const runs = useQuery({ ...searchRunsQuery(projectId), select: (answer) => answer.runs as SearchRun[] });
  const last = runs.data?.find(({ state }) => state === 'done');
  const weightOf = (fact: string) => criteria.wishes.find((wish) => wish.fact === fact)?.weight ?? 0;
  const pairs = (last?.alike ?? []).filter(({ first, second }) => weightOf(first) > 0 && weightOf(second) > 0);
  return pairs.map(({ first, second, correlation }) => {
    const lesser = weightOf(second) > weightOf(first) ? first : second;
    const place = criteria.wishes.findIndex(({ fact }) => fact === lesser);
    return (
      <Alert key={`${first} ${second}`} color="yellow" variant="light" p="xs" role="note" aria-label="Wishes that measure the same">
        <b>{factLabel(first)}</b> and <b>{factLabel(second)}</b> ranked the parcels of the last search nearly alike (rank correlation{' '}
        {correlation.toFixed(2)}), so they count one thing twice. Remove one of them, or give both together the weight of one.
        <Button
          size="compact-sm"
          variant="default"
          mt="xs"
          display="block"
          onClick={() => onChange(changeWish(criteria, place, undefined))}
        >
          Remove {factLabel(lesser)}
        </Button>
      </Alert>
    );
  });
}
