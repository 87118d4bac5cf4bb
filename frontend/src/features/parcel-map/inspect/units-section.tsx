import { Stack, Text, Title } from '@mantine/core';
import { countyValue, grouped } from '../../../lib/format';
import { Value } from '../../../ui/value';
import classes from './inspect.module.css';
import type { SectionProps } from './sections';

/** Units drawn; the record has at most 500. */
const shown = 50;

/** Units of a parcel, such as condominiums: the tax roll has an owner and a value for each. */
export function UnitsSection({ parcel }: SectionProps) {
  const { units, unit_count } = parcel;
  if (unit_count === 0) return null;
  const first = units.slice(0, shown);
  return (
    <Stack gap={4} component="section" aria-label="Units">
      <Title order={3} size="h6">
        Units: {grouped(unit_count)}
      </Title>
      <ul className={classes.units}>
        {first.map((each) => (
          <li key={each.parcelnumb} className={classes.unit}>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {[each.unit, each.owner].filter(Boolean).join(' · ') || each.parcelnumb}
            </Text>
            <Text size="sm" className="tabular">
              <Value>{countyValue(each.parval)}</Value>
            </Text>
          </li>
        ))}
      </ul>
      {unit_count > first.length && (
        <Text size="xs" c="dimmed">
          The first {grouped(first.length)} are shown. Values above are the sums of all.
        </Text>
      )}
    </Stack>
  );
}
