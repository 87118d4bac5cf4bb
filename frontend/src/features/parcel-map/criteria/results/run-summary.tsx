import { Button, Collapse, Group, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { calendarDay, grouped } from '../../../../lib/format';
import { factLabel } from '../facts';
import type { SearchRun } from '../types';
import { GateTable } from './gate-table';
import { LayerLoading } from './layer-loading';
import { LeaveOut } from './leave-out';
import classes from './results.module.css';

/** What a finished run found: counts, what the requirements did, what is missing, and on which data. */
export function RunSummary({ run, onCriteria }: { readonly run: SearchRun; readonly onCriteria: () => void }) {
  const { counts, explanation, missing_layers, loading, data } = run;
  const id = useId();
  const nothing = counts?.fit === 0;
  const [open, setOpen] = useState(nothing);
  if (!counts) return null;
  return (
    <div>
      {explanation !== null && (
        <Text size="sm" {...(nothing && { fw: 600 })}>
          {explanation}
        </Text>
      )}
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <Text size="xs" c="dimmed" className="tabular">
          {grouped(counts.judged)} judged
          {counts.of_area !== null && ` of ${grouped(counts.of_area)}, which match the filter`}, {grouped(counts.failed)} failed
          {counts.discarded > 0 && `, ${grouped(counts.discarded)} discarded before and left out`}
          {counts.in_project > 0 && `, ${grouped(counts.in_project)} in the project`}
        </Text>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          aria-expanded={open}
          aria-controls={id}
          rightSection={<IconChevronDown size={14} aria-hidden className={classes.chevron} data-open={open || undefined} />}
          style={{ flexShrink: 0 }}
          onClick={() => setOpen(!open)}
        >
          Details
        </Button>
      </Group>
      {missing_layers.length > 0 && (
        <Text size="xs" fw={600} mt={2}>
          Unknown for every parcel: {missing_layers.map(({ fact }) => factLabel(fact)).join(', ')}
        </Text>
      )}
      {loading.map((layer) => (
        <LayerLoading key={layer.fact} run={run} loading={layer} onCriteria={onCriteria} />
      ))}
      <LeaveOut run={run} onCriteria={onCriteria} />
      <Collapse expanded={open} id={id}>
        {open && (
          <>
            {missing_layers.map(({ fact, reason }) => (
              <Text key={fact} size="xs">
                {factLabel(fact)}: {reason}
              </Text>
            ))}
            {run.filter !== null && (
              <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
                Filter: {run.filter}
              </Text>
            )}
            {run.gates.length > 0 && <GateTable run={run} />}
            {data.map(({ county_fips, source, source_date, parcels }) => (
              <Text key={county_fips} size="xs" c="dimmed">
                {grouped(parcels)} parcels of county {county_fips}
                {source !== null && `: ${source}`}
                {source_date !== null && `, ${calendarDay(source_date)}`}
              </Text>
            ))}
            <Text size="xs" c="dimmed">
              Weighted sum, method {run.method_version}; criteria {run.criteria_hash.slice(0, 8)}
            </Text>
          </>
        )}
      </Collapse>
    </div>
  );
}
