import { Text } from '@mantine/core';
import { currency, feet, grouped } from '../../../lib/format';
import type { Assemblage } from './api';
import classes from './assemblage.module.css';
import { SiteOwners } from './site-owners';

/** The measures of a site, and its owners. */
export function SiteFacts({ site }: { readonly site: Assemblage }) {
  const count = site.ll_uuids.length;
  const value = site.without_value === count ? 'Unknown' : currency(site.total_value) + known(site.without_value);
  const [long = 0, short = 0] = site.envelope_m;
  const streets = site.streets.slice(0, 3).map(({ street, metres }) => `${street} ${feet(metres)}`);
  const rows = [
    ['Size', `${feet(long)} × ${feet(short)}, clear width ${feet(site.width_m)}`],
    ['Frontage', site.frontage_m < 1 ? 'None known' : `${feet(site.frontage_m)}${site.is_corner ? ', corner' : ''}`],
    ['Streets', streets.join(', ') || 'Not known'],
    ['Shape', `${Math.round(site.compactness * 100)} % of a circle`],
    ['Appraised value', value],
    ...(site.in_project > 0 ? [['In the project', grouped(site.in_project)] as const] : []),
  ] as const;
  return (
    <>
      <dl className={classes.facts}>
        {rows.map(([label, text]) => (
          <div key={label} className={classes.fact}>
            <Text component="dt" size="xs" c="dimmed">
              {label}
            </Text>
            <Text component="dd" size="xs" className="tabular">
              {text}
            </Text>
          </div>
        ))}
      </dl>
      {site.parts > 1 && <Text size="sm">These parcels do not adjoin: {site.parts} separate parts.</Text>}
      {site.across_streets && (
        <Text size="xs" c="dimmed">
          A local street lies between its parcels; the street is not counted.
        </Text>
      )}
      <SiteOwners owners={site.owners} />
    </>
  );
}

function known(unknown: number): string {
  return unknown > 0 ? `, unknown for ${grouped(unknown)}` : '';
}
