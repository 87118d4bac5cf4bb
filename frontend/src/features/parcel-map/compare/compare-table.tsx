import { Text } from '@mantine/core';
import { Fragment } from 'react';
import { calendarDay } from '../../../lib/format';
import type { ComparedRow, SiteComparison } from './api';
import classes from './compare.module.css';
import { SiteMap } from './site-map';

interface Props {
  readonly comparison: SiteComparison;
  /** With the source and date of each value. */
  readonly sources: boolean;
}

/** Facts of sites side by side; the best value of a row is marked where one is better than another. */
export function CompareTable({ comparison, sources }: Props) {
  const { sites, rows } = comparison;
  const sections = [...new Set(rows.map(({ section }) => section))];
  return (
    // A region that scrolls must be reached by keyboard.
    <div className={classes.scroll} role="region" aria-label="Sites compared" tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Fact</th>
            {sites.map(({ name, place, parcels }, index) => (
              <th key={index} scope="col">
                {name}
                <Text span size="xs" c="dimmed" display="block">
                  {[place, parcels.length === 1 ? parcels[0]?.parcelnumb : `${parcels.length} parcels`].filter(Boolean).join(' · ')}
                </Text>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {/* Not in the head, which stays: it would cover half of a phone. */}
          <tr>
            <th scope="row">Map</th>
            {sites.map(({ name, map }, index) => (
              <td key={index}>
                <SiteMap map={map} name={name} />
              </td>
            ))}
          </tr>
          {sections.map((section) => (
            <Fragment key={section}>
              <tr>
                <th scope="rowgroup" className={classes.section}>
                  {section}
                </th>
                <td colSpan={sites.length} />
              </tr>
              {rows
                .filter((row) => row.section === section)
                .map((row) => (
                  <Row key={row.key} row={row} sources={sources} />
                ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row, sources }: { readonly row: ComparedRow; readonly sources: boolean }) {
  return (
    <tr>
      <th scope="row">{row.label}</th>
      {row.values.map(({ text, source, as_of }, index) => {
        const best = row.best.includes(index);
        return (
          <td key={index} data-best={best || undefined}>
            {text ?? (
              <Text span inherit c="dimmed">
                unknown
              </Text>
            )}
            {best && <span className={classes.best}>best</span>}
            {sources && source && (
              <span className={classes.source}>
                {source}
                {as_of && `, ${calendarDay(as_of)}`}
              </span>
            )}
          </td>
        );
      })}
    </tr>
  );
}
