import { Stack, Text } from '@mantine/core';
import { acres, calendarDay, date, feet } from '../../../lib/format';
import classes from './buildable.module.css';
import { hatchStyle, type Buildable, type Deduction, type Kind } from './kinds';

const number = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const states: Record<Deduction['state'], string | undefined> = {
  used: undefined,
  off: 'Not deducted, as chosen',
  not_mapped: 'No layer describes this site: not deducted',
  not_loaded: 'Being fetched from the public service…',
  failed: 'The public service failed: not deducted',
};

/** A result: what is left, each deduction alone and beyond those above it, what is not known. */
export function BuildableResult({ result }: { readonly result: Buildable }) {
  const { deductions, unknown, warnings, notes } = result;
  return (
    <Stack gap="xs">
      <Summary result={result} />
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Acres</th>
            <th scope="col">Alone</th>
            <th scope="col">Beyond above</th>
          </tr>
        </thead>
        <tbody>
          <Line label="Gross, as drawn" beyond={result.gross_acres} />
          {deductions.map((each) => (
            <Line
              key={each.kind}
              kind={each.kind}
              label={each.label}
              details={detailsOf(each)}
              alone={each.state === 'used' ? each.acres_alone : undefined}
              beyond={each.state === 'used' ? -each.acres_beyond : undefined}
            />
          ))}
          <Line kind="buildable" label={result.is_upper_bound ? 'Buildable at most' : 'Buildable'} beyond={result.buildable_acres} strong />
        </tbody>
      </table>
      <List title="Not known" rows={unknown} kind="unknown" />
      <List title="Mind" rows={warnings} />
      {notes.map((note) => (
        <Text key={note} size="xs" c="dimmed">
          {note}
        </Text>
      ))}
    </Stack>
  );
}

function Summary({ result }: { readonly result: Buildable }) {
  const { buildable_acres, is_upper_bound, parts, largest_part_acres, inscribed_radius_m, unknown } = result;
  const shape = [
    parts > 1 && `${parts} parts, the largest ${acres(largest_part_acres)}`,
    inscribed_radius_m != null && `${parts > 1 ? 'room' : 'Room'} for a circle of ${feet(2 * inscribed_radius_m)}`,
  ].filter(Boolean);
  return (
    <div role="status">
      <Text fw={600}>
        {is_upper_bound ? 'At most ' : ''}
        {acres(buildable_acres)} buildable
      </Text>
      {shape.length > 0 && <Text size="sm">{shape.join('; ')}</Text>}
      {is_upper_bound && (
        <Text size="sm" c="dimmed">
          {unknown.length === 1 ? 'One layer is' : `${unknown.length} layers are`} not known here and not deducted.
        </Text>
      )}
    </div>
  );
}

interface LineProps {
  readonly kind?: Kind;
  readonly label: string;
  readonly details?: readonly string[];
  readonly alone?: number | undefined;
  readonly beyond: number | undefined;
  readonly strong?: boolean;
}

function Line({ kind, label, details = [], alone, beyond, strong = false }: LineProps) {
  const shown = (value: number | undefined) => (value === undefined ? '–' : number.format(value === 0 ? 0 : value).replace('-', '−'));
  return (
    <tr>
      <th scope="row">
        <span className={classes.name}>
          {kind && <span className={classes.swatch} style={{ backgroundImage: hatchStyle(kind) }} aria-hidden />}
          <span>
            <Text size="sm" {...(strong && { fw: 600 })}>
              {label}
            </Text>
            {details.map((detail) => (
              <Text key={detail} size="xs" c="dimmed">
                {detail}
              </Text>
            ))}
          </span>
        </span>
      </th>
      <td className="tabular">{alone !== undefined && shown(alone)}</td>
      <td className="tabular">{strong ? <b>{shown(beyond)}</b> : shown(beyond)}</td>
    </tr>
  );
}

/** The state of a deduction, or its sources. */
function detailsOf({ state, reason, sources }: Deduction): readonly string[] {
  const said = states[state];
  if (said !== undefined) return [reason ? `${said} (${reason})` : said];
  return [...new Set(sources.map(detailOf))];
}

/** A source with date, licence and grid. */
function detailOf({ source, source_licence, source_date, fetched_at, is_sample, cell_m }: Deduction['sources'][number]): string {
  const day = source_date ? calendarDay(source_date) : `read ${date(fetched_at)}`;
  const grid = cell_m ? `grid of ${feet(cell_m)}` : undefined;
  return [source, day, source_licence, grid, is_sample && 'sample data'].filter(Boolean).join(', ');
}

interface ListProps {
  readonly title: string;
  readonly rows: Buildable['unknown'];
  readonly kind?: Kind;
}

function List({ title, rows, kind }: ListProps) {
  if (rows.length === 0) return null;
  return (
    <section aria-label={title}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {rows.map((row) => (
        <Text key={row.kind} size="sm" className={classes.name ?? ''}>
          {kind && row.kind === 'flood_undetermined' && (
            <span className={classes.swatch} style={{ backgroundImage: hatchStyle(kind) }} aria-hidden />
          )}
          <span>
            {row.label}: {acres(row.acres)}
          </span>
        </Text>
      ))}
    </section>
  );
}
