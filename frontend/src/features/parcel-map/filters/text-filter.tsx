import { Anchor, Button, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { ApiProblem } from '../../../api/client';
import { useCheck } from './api';

interface Props {
  /** The filter that is applied. */
  readonly text: string;
  readonly onApply: (text: string) => void;
}

const properties = [
  'll_gisacre, sqft, year_built, building_count',
  'use_class, usecode, usedesc, is_improved',
  'zoning, zoning_type, subdivision',
  'total_value, land_value: unknown where the county has 0',
  'value_per_acre, land_value_per_acre: of all parcels on the land; unknown where a value is',
  'parval, landval, improvval: as the county has them',
  'owner, owner_kind, is_absentee, mailing_address',
  'saledate, saleprice, years_held',
  'flood_zone, in_flood_zone, slope_percent, highway_miles, rail_miles, geometry',
  "growth_chance (0 to 1), growth_decade: of the simulation in growth_run_id = '…' AND …",
];

/** The whole filter as CQL2 text. */
export function TextFilter({ text, onApply }: Props) {
  const [written, setWritten] = useState(text);
  const [help, setHelp] = useState(false);
  const check = useCheck();
  const isApplied = written.trim() === text;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (written.trim() === '') onApply('');
        else check.mutate(written.trim(), { onSuccess: () => onApply(written) });
      }}
    >
      <Textarea
        label="Filter in CQL2"
        autosize
        minRows={4}
        maxRows={12}
        maxLength={8000}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={written}
        error={check.error ? sentenceOf(check.error) : undefined}
        onChange={(event) => {
          check.reset();
          setWritten(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
        }}
      />
      <Group justify="space-between" mt="xs">
        <Anchor component="button" type="button" size="xs" aria-expanded={help} onClick={() => setHelp(!help)}>
          Properties and examples
        </Anchor>
        <Button type="submit" size="xs" loading={check.isPending} disabled={isApplied}>
          Apply
        </Button>
      </Group>
      {help && (
        <pre style={{ margin: '8px 0 0', fontSize: 11, whiteSpace: 'pre-wrap' }}>
          {[
            ...properties,
            '',
            "owner LIKE '%LLC' AND NOT (ll_gisacre < 5)",
            'S_DWITHIN(geometry, LINESTRING(-95.4 29.7, -95.3 29.8), 500)',
          ].join('\n')}
        </pre>
      )}
    </form>
  );
}

function sentenceOf(reason: unknown): string {
  if (!(reason instanceof ApiProblem)) return 'The filter could not be checked. Please try again.';
  return reason.fields['filters.0'] ?? reason.message;
}
