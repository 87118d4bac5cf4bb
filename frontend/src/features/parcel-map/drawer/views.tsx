import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** A view of the drawer beside the map. It finds the page's state with `useMapPage` and `useHover`, and draws with `OnMap`. */
export interface DrawerView {
  readonly id: string;
  /** Name of its tab. */
  readonly label: string;
  /** Loaded when it is first opened. */
  readonly Body: LazyExoticComponent<ComponentType>;
}

/** All views, in the order of the tabs: one line each. */
export const drawerViews = [
  {
    id: 'parcels',
    label: 'Parcels',
    Body: lazy(() => import('../project-parcels/project-parcels').then((m) => ({ default: m.ProjectParcels }))),
  },
  {
    id: 'filters',
    label: 'Filters',
    Body: lazy(() => import('../filters/filters-view').then((m) => ({ default: m.FiltersView }))),
  },
  { id: 'search', label: 'Search', Body: lazy(() => import('../criteria/search-view').then((m) => ({ default: m.SearchView }))) },
  {
    id: 'assemblage',
    label: 'Assemble',
    Body: lazy(() => import('../assemblage/assemblage-view').then((m) => ({ default: m.AssemblageView }))),
  },
] as const satisfies readonly DrawerView[];

export type DrawerId = (typeof drawerViews)[number]['id'];
