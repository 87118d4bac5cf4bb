import { Group, Text, VisuallyHidden } from '@mantine/core';
import { Area, CartesianGrid, ComposedChart, Line, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { CurveKey } from './curve-key';
import { rowsOf, spoken, type Curve } from './curves';
import { km2 } from './figures';
import classes from './result.module.css';
import { strokeOf } from './stroke';

const axis = { stroke: 'var(--surface-border)', tick: { fill: 'var(--mantine-color-dimmed)' }, fontSize: 12, tickLine: false } as const;
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** Urban area by year: the mean of the runs as a line, nine tenths of the runs as a band. Two predictions share the axes. */
export function UrbanChart({ curves, year }: { readonly curves: readonly Curve[]; readonly year: number }) {
  const rows = rowsOf(curves);
  return (
    <figure className={classes.figure}>
      <Group justify="space-between" gap="xs" mb="xs">
        <Text size="sm" fw={600}>
          Urban area, km²
        </Text>
        {curves.length > 1 && (
          <Group gap="md">
            {curves.map(({ name }, place) => (
              <Group key={name} gap={6} wrap="nowrap">
                <CurveKey place={place} />
                <Text size="xs">{name}</Text>
              </Group>
            ))}
          </Group>
        )}
      </Group>
      <div className={classes.chart} aria-hidden>
        <ResponsiveContainer width="100%" height="100%">
          <ComposedChart data={rows} margin={{ top: 8, right: 16, bottom: 4, left: 4 }} accessibilityLayer={false}>
            <CartesianGrid vertical={false} stroke="var(--surface-border)" />
            <XAxis dataKey="year" type="number" domain={['dataMin', 'dataMax']} tickCount={7} allowDecimals={false} {...axis} />
            <YAxis domain={['auto', 'auto']} width={56} tickFormatter={(value: number) => whole.format(value)} {...axis} />
            <Tooltip
              formatter={(value, name) => [
                Array.isArray(value) ? value.map((each) => km2(Number(each))).join(' to ') : km2(Number(value)),
                name,
              ]}
              // In the curves' colours, small text would have too little contrast.
              itemStyle={{ color: 'var(--mantine-color-text)' }}
              contentStyle={{ background: 'var(--surface)', border: '1px solid var(--surface-border)', borderRadius: 4, fontSize: 12 }}
            />
            {curves.map(({ name }, place) => (
              <Area
                key={`${name} band`}
                dataKey={`band${place}`}
                name={`${name}, 9 of 10 runs`}
                stroke="none"
                fill={strokeOf(place).stroke}
                fillOpacity={0.25}
                activeDot={false}
                isAnimationActive={false}
              />
            ))}
            {curves.map(({ name }, place) => (
              <Line
                key={name}
                dataKey={`mean${place}`}
                name={`${name}, mean`}
                {...strokeOf(place)}
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
          The line is the mean of the runs, the band contains nine of ten runs. It shows random variation with the same coefficients, not
          the error of a forecast. The dotted line is the year on the map.
        </Text>
      </figcaption>
      <VisuallyHidden>
        <table>
          <caption>Urban area by year, km²</caption>
          <thead>
            <tr>
              <th>Year</th>
              {curves.map(({ name }) => (
                <th key={name}>{name}: mean and 5th to 95th percentile of runs with the same coefficients</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row['year'] as number}>
                <th>{row['year'] as number}</th>
                {curves.map(({ name }, place) => (
                  <td key={name}>{spoken(row, place)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  );
}
