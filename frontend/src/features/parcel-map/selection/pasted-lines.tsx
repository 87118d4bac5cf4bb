import { Select, Text } from '@mantine/core';
import { grouped } from '../../../lib/format';
import type { Summary } from './api';
import classes from './selection.module.css';

interface Props {
  readonly summary: Summary;
  /** Title of what was not found. */
  readonly missing: string;
  readonly busy: boolean;
  /** The county that is meant by lines with parcels in several. */
  readonly onCounty: (countyFips: string) => void;
}

/** What became of the pasted lines that are not written as a parcel is, and of points on no parcel. */
export function PastedLines({ summary, missing, busy, onCounty }: Props) {
  const { not_found, ambiguous, ambiguous_counties: counties, respelled } = summary;
  return (
    <>
      <Lines title={missing} lines={not_found} />
      <Lines title="Several parcels match" lines={ambiguous} />
      {counties.length > 0 && (
        // Not the browser's own, in which each arrow key would choose the next county at once.
        <Select
          label="County that is meant"
          placeholder="Choose a county"
          size="xs"
          disabled={busy}
          value={null}
          data={counties.map(({ county_fips, name, lines }) => ({ value: county_fips, label: `${name}: ${grouped(lines)}` }))}
          onChange={(value) => {
            if (value !== null) onCounty(value);
          }}
        />
      )}
      <Lines title="Found in another spelling" lines={respelled.map(({ given, found }) => `${given}: ${found}`)} />
    </>
  );
}

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}: {grouped(lines.length)}
      </Text>
      <ul className={classes.lines} tabIndex={0} aria-label={title}>
        {lines.map((line) => (
          <Text key={line} component="li" size="sm">
            {line}
          </Text>
        ))}
      </ul>
    </div>
  );
}
