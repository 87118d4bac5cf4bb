import { lazy, type ComponentType } from 'react';
import type { ParcelWithUnits } from '../api';

/** What a section of the panel gets. For more of the page: `useMapPage`, `useHover`, `OnMap`. */
export interface SectionProps {
  readonly llUuid: string;
  readonly projectId: string;
  readonly parcel: ParcelWithUnits;
}

export interface Section {
  readonly id: string;
  readonly Body: ComponentType<SectionProps>;
}

/** Sections of the panel below the facts, in order; each is loaded when the panel first shows it. One line each. */
export const sections: readonly Section[] = [
  { id: 'search', Body: lazy(() => import('../criteria/results/why-section').then((m) => ({ default: m.WhySection }))) },
  { id: 'growth', Body: lazy(() => import('../growth/growth-section').then((m) => ({ default: m.GrowthSection }))) },
  { id: 'site', Body: lazy(() => import('../assemblage/site-section').then((m) => ({ default: m.SiteSection }))) },
  { id: 'owner', Body: lazy(() => import('../owner-group/owner-section').then((m) => ({ default: m.OwnerSection }))) },
  { id: 'buildable', Body: lazy(() => import('../buildable/buildable-section').then((m) => ({ default: m.BuildableSection }))) },
  { id: 'units', Body: lazy(() => import('./units-section').then((m) => ({ default: m.UnitsSection }))) },
];
