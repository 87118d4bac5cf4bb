import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { ApiProblem } from '../../../api/client';
import { submarketOutlineQuery } from '../../../api/queries/markers';
import { useMapPage } from '../map-page';
import { useCounts } from './api';
import { ChipButton } from './chip-button';
import { chips, shownOf, termOf, valuesOf, type Values } from './chips';
import { countWords } from './count-words';
import classes from './filters.module.css';
import { SavedSearches } from './saved-searches';
import { TextFilter } from './text-filter';
import { useFilters } from './use-filters';
import { areaOf, boxOf, useViewBox, type Box } from './view-box';

/** Milliseconds without input or movement before parcels are counted. */
const pause = 250;

/** The filter of the map: chips with live counts or a text, what to do with the parcels that match, and the project's saved searches. */
export function FiltersView() {
  const { projectId, map } = useMapPage();
  const { text, values, set, clear, write, apply, select } = useFilters();
  const box = useViewBox(map);
  const counts = useLiveCounts(projectId, box, text, values);
  const submarket = useQuery(submarketOutlineQuery(projectId));
  const inView = () => {
    const now = map.current && boxOf(map.current);
    if (now && text !== undefined) select({ bbox: now }, text);
  };

  return (
    <Stack gap="md">
      <Summary text={text} counts={counts} />
      {values ? (
        <div className={classes.chips}>
          {shownOf(values).map((chip) => (
            <ChipButton
              key={chip.id}
              chip={chip}
              value={values[chip.id]}
              count={counts.of(chip.id)}
              middle={() => {
                const center = map.current?.getCenter();
                return center && { lon: center.lng, lat: center.lat };
              }}
              onChange={(value) => set(chip.id, value)}
            />
          ))}
        </div>
      ) : (
        <TextFilter text={text ?? ''} onApply={write} />
      )}
      <Group gap="xs">
        {values ? (
          <Button size="xs" variant="subtle" onClick={() => write(text ?? '')}>
            Write as Text
          </Button>
        ) : (
          <Button size="xs" variant="subtle" onClick={() => apply(text !== undefined && valuesOf(text) ? text : '')}>
            Back to Chips
          </Button>
        )}
        <Button size="xs" variant="subtle" disabled={text === undefined} onClick={clear}>
          Clear All
        </Button>
      </Group>
      <Group gap="xs">
        <Button size="xs" disabled={text === undefined} onClick={inView}>
          Select Matching in View
        </Button>
        {submarket.data && (
          <Button
            size="xs"
            variant="default"
            disabled={text === undefined}
            onClick={() => submarket.data && text !== undefined && select({ area: submarket.data }, text)}
          >
            In the Submarket
          </Button>
        )}
      </Group>
      <SavedSearches
        filter={counts.error === undefined ? text : undefined}
        areas={() => ({
          ...(map.current && { view: areaOf(boxOf(map.current)) }),
          ...(submarket.data && { submarket: submarket.data }),
        })}
      />
    </Stack>
  );
}

type Counts = ReturnType<typeof useLiveCounts>;

function Summary({ text, counts }: { readonly text: string | undefined; readonly counts: Counts }) {
  if (counts.error !== undefined) {
    return (
      <Alert color="yellow" p="xs">
        {counts.error}
      </Alert>
    );
  }
  const { whole, total, isCurrent } = counts;
  const all = total ? `${countWords(total)} in view` : 'Counting parcels…';
  return (
    <Text role="status" size="sm" fw={600} {...(!isCurrent && { c: 'dimmed' })}>
      {text === undefined || !total ? all : `${isCurrent && whole ? countWords(whole) : '…'} of ${all} match`}
    </Text>
  );
}

/** How many parcels in view match each chip, and all of them together. */
function useLiveCounts(projectId: string, box: Box | undefined, text: string | undefined, values: Values | undefined) {
  const set = values ? chips.filter((chip) => termOf(chip, values[chip.id]) !== undefined) : [];
  const now = JSON.stringify([box, text, set.map((chip) => [chip.id, termOf(chip, values?.[chip.id])])]);
  const [wanted] = useDebouncedValue(now, pause);
  const [bbox, whole, terms] = JSON.parse(wanted) as [Box | null, string | null, [string, string][]];
  const filters = [whole ?? 'TRUE', ...terms.map(([, term]) => term)];
  const counts = useCounts(bbox ? { filters, bbox, project_id: projectId } : undefined);
  const problem = counts.error instanceof ApiProblem ? counts.error : undefined;
  const ofFilter = problem && Object.entries(problem.fields).find(([field]) => field.startsWith('filters.'));
  const [first, ...others] = counts.data?.counts ?? [];
  const current = counts.isPlaceholderData ? [] : others;
  return {
    total: counts.data?.total,
    /** Whether the numbers are those of the present filter and view. */
    isCurrent: wanted === now && counts.data !== undefined && !counts.isPlaceholderData,
    whole: whole === null ? undefined : first,
    of: (chip: string) => current[terms.findIndex(([id]) => id === chip)],
    error: counts.error ? (ofFilter?.[1] ?? problem?.message ?? 'The parcels could not be counted.') : undefined,
  };
}
