import { Text } from '@mantine/core';
import type { AreaUnit, CompStatistics } from './api';
import classes from './comps.module.css';
import { measureWords, unitPrice, unitWords } from './words';

interface Props {
  readonly statistics: CompStatistics;
  readonly unit: AreaUnit;
}

/** What the sales that count say together: three averages with their names, and how sure the median is. */
export function Statistics({ statistics, unit }: Props) {
  const { count, interval, lowest, highest } = statistics;
  if (statistics.median === null) {
    return (
      <Text size="sm" c="dimmed">
        {count === 1 ? 'One sale counts.' : `${count} sales count.`} Averages need at least three.
      </Text>
    );
  }
  return (
    <div>
      <Text size="sm" fw={600}>
        {count} sales count, $ per {unitWords[unit]}
      </Text>
      <dl className={classes.figures}>
        {(['median', 'mean', 'total'] as const).map((measure) => (
          <div key={measure}>
            <dt>{measureWords[measure]}</dt>
            <dd className="tabular">{unitPrice(statistics[measure], unit)}</dd>
          </div>
        ))}
        <div>
          <dt>Range</dt>
          <dd className="tabular">
            {unitPrice(lowest, unit)} – {unitPrice(highest, unit)}
          </dd>
        </div>
      </dl>
      <Text size="xs" c="dimmed">
        {interval
          ? `The median lies between ${unitPrice(interval.low, unit)} and ${unitPrice(interval.high, unit)} with ${(interval.per_mille / 10).toFixed(1)} % probability.`
          : 'Too few sales for an interval; it needs six.'}
      </Text>
    </div>
  );
}
