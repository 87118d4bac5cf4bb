import type { Polygon } from 'geojson';

/** Where a search looks. */
export type Area =
  { readonly county_fips: string[] } | { readonly submarket_id: number } | { readonly market_id: number } | { readonly polygon: Polygon };

/** What is chosen: a place of the project, another county, the view, or what was drawn. */
export type AreaChoice = `county:${string}` | 'submarket' | 'market' | 'view' | 'drawn';

/** The places of a project, as far as it has them. */
export interface ProjectPlaces {
  readonly state: string | null;
  readonly county: string | null;
  readonly market: { readonly id: number; readonly name: string } | null;
  readonly submarket: { readonly id: number; readonly name: string } | null;
}

/** The smallest place of the project; the view if it names only a state. */
export function usualChoice({ state, county, market, submarket }: ProjectPlaces): AreaChoice {
  if (submarket) return 'submarket';
  if (state !== null && county !== null) return `county:${state}${county}`;
  return market ? 'market' : 'view';
}

/** The area in words, for the list of searches. */
export function areaName(choice: AreaChoice, places: ProjectPlaces, countyName: (fips: string) => string): string {
  switch (choice) {
    case 'submarket':
      return places.submarket?.name ?? 'Submarket';
    case 'market':
      return places.market?.name ?? 'Market';
    case 'view':
      return 'Part of the map';
    case 'drawn':
      return 'Drawn area';
    default:
      return `${countyName(choice.slice('county:'.length))} County`.replace(/ County County$/, ' County');
  }
}

/** Box of a view. */
export type View = readonly [west: number, south: number, east: number, north: number];

/** A view as a polygon. */
export function viewPolygon([west, south, east, north]: View): Polygon {
  return {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  };
}

/** The area of a choice; undefined if it is not known yet. */
export function areaOf(choice: AreaChoice, places: ProjectPlaces, view: View | undefined, drawn: Polygon | undefined): Area | undefined {
  switch (choice) {
    case 'submarket':
      return places.submarket ? { submarket_id: places.submarket.id } : undefined;
    case 'market':
      return places.market ? { market_id: places.market.id } : undefined;
    case 'view':
      return view && { polygon: viewPolygon(view) };
    case 'drawn':
      return drawn && { polygon: drawn };
    default:
      return { county_fips: [choice.slice('county:'.length)] };
  }
}
