import { Text, VisuallyHidden } from '@mantine/core';
import { Area, CartesianGrid, ComposedChart, Line, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import classes from '../growth.module.css';
import type { GrowthYear } from '../api/types';

/** A curve of the chart: one run's years and how they are drawn. */
export interface Curve {
  readonly name: string;
  readonly years: readonly GrowthYear[];
}

const colours = ['var(--mantine-color-gold-6)', 'var(--mantine-color-ink-5)'] as const;
const km2 = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** Urban area by year: the mean of the runs as a line, nine tenths of the runs within the band. Two predictions share the axes. */
export function UrbanChart({ curves, year }: { readonly curves: readonly Curve[]; readonly year: number }) {
  const rows = rowsOf(curves);
  return (
    <figure className={classes.figure}>
      <div className={classes.chart} aria-hidden>
        <ResponsiveContainer width="100%" height="100%">
          <ComposedChart data={rows} margin={{ top: 8, right: 12, bottom: 4, left: 4 }} accessibilityLayer={false}>
            <CartesianGrid vertical={false} stroke="var(--surface-border)" />
            <XAxis
              dataKey="year"
              type="number"
              domain={['dataMin', 'dataMax']}
              tickCount={7}
              stroke="var(--mantine-color-dimmed)"
              fontSize={12}
            />
            <YAxis
              domain={['auto', 'auto']}
              width={56}
              stroke="var(--mantine-color-dimmed)"
              fontSize={12}
              tickFormatter={(value: number) => km2.format(value)}
            />
            <Tooltip
              formatter={(value, name) => [
                Array.isArray(value) ? value.map((each) => km2.format(Number(each))).join(' to ') : km2.format(Number(value)),
                name,
              ]}
              contentStyle={{ background: 'var(--mantine-color-body)', border: '1px solid var(--surface-border)' }}
            />
            {curves.map(({ name }, place) => (
              <Area
                key={`${name} band`}
                dataKey={`band${place}`}
                name={`${name}, 9 of 10 runs`}
                stroke="none"
                fill={colours[place] ?? colours[0]}
                fillOpacity={0.25}
                isAnimationActive={false}
              />
            ))}
            {curves.map(({ name }, place) => (
              <Line
                key={name}
                dataKey={`mean${place}`}
                name={`${name}, mean`}
                stroke={colours[place] ?? colours[0]}
                strokeWidth={2.5}
                dot={false}
                isAnimationActive={false}
              />
            ))}
            <ReferenceLine x={year} stroke="var(--mantine-color-dimmed)" strokeDasharray="3 3" />
          </ComposedChart>
        </ResponsiveContainer>
      </div>
      <figcaption>
        <Text size="xs" c="dimmed">
          Urban area in km²: the line is the mean of the runs, the band holds nine of ten.
        </Text>
      </figcaption>
      <VisuallyHidden>
        <table>
          <caption>Urban area by year, km²</caption>
          <thead>
            <tr>
              <th>Year</th>
              {curves.map(({ name }) => (
                <th key={name}>{name}: mean, and from 5th to 95th of a hundred runs</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row['year'] as number}>
                <th>{row['year'] as number}</th>
                {curves.map(({ name }, place) => (
                  <td key={name}>{cell(row, place)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  );
}

type Row = Readonly<Record<string, number | readonly [number, number]>>;

function rowsOf(curves: readonly Curve[]): Row[] {
  const rows = new Map<number, Record<string, number | readonly [number, number]>>();
  curves.forEach(({ years }, place) => {
    for (const { year, urban_km2, urban_km2_low, urban_km2_high } of years) {
      const row = rows.get(year) ?? { year };
      row[`mean${place}`] = urban_km2;
      row[`band${place}`] = [urban_km2_low, urban_km2_high];
      rows.set(year, row);
    }
  });
  return [...rows.values()].sort((one, other) => Number(one['year']) - Number(other['year']));
}

function cell(row: Row, place: number): string {
  const [mean, band] = [row[`mean${place}`], row[`band${place}`]];
  if (mean === undefined || !Array.isArray(band)) return 'none';
  return `${km2.format(Number(mean))}; ${band.map((each: number) => km2.format(each)).join(' to ')}`;
}
