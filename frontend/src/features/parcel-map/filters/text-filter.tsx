import { Anchor, Button, Group, Textarea } from '@mantine/core';
import { useState } from 'react';

interface Props {
  readonly text: string;
  /** What is wrong with the applied text. */
  readonly error: string | undefined;
  readonly onApply: (text: string) => void;
}

const properties = [
  'll_gisacre, sqft, year_built, building_count',
  'use_class, usecode, usedesc, is_improved',
  'zoning, zoning_type, subdivision',
  'parval, landval, improvval, value_per_acre, land_value_per_acre',
  'owner, owner_kind, is_absentee, mailing_address',
  'saledate, saleprice, years_held',
  'flood_zone, in_flood_zone, geometry',
];

/** The whole filter as CQL2 text. */
export function TextFilter({ text, error, onApply }: Props) {
  const [written, setWritten] = useState(text);
  const [help, setHelp] = useState(false);
  const isApplied = written.trim() === text;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onApply(written);
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
        error={isApplied ? error : undefined}
        onChange={(event) => setWritten(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
        }}
      />
      <Group justify="space-between" mt="xs">
        <Anchor component="button" type="button" size="xs" aria-expanded={help} onClick={() => setHelp(!help)}>
          Properties and examples
        </Anchor>
        <Button type="submit" size="xs" disabled={isApplied}>
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
