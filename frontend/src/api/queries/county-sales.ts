import { queryOptions } from '@tanstack/react-query';
import type { Polygon, Position } from 'geojson';
import { parcelApi, unwrap } from '../client';

/** Most sales that are shown; the page of the server. */
const mostSales = 200;
const metresPerMile = 1609.344;
const milesPerDegree = 69;

/** Where sales are looked for: around a point, or in an area of one ring. */
export type SalesPlace = { readonly lon: number; readonly lat: number; readonly miles: number } | { readonly area: Polygon };

interface SalesWanted {
  readonly place: SalesPlace;
  /** The earliest day, 'YYYY-MM-DD'. */
  readonly since: string;
  /** A class of use; all when absent. */
  readonly useClass?: string | undefined;
}

/** Parcels whose last sale a source states with its price. Prices of 100 dollars or less state none. */
export const countySalesQuery = ({ place, since, useClass }: SalesWanted) => {
  const filter = [
    isThere(place),
    `saledate >= DATE('${since}')`,
    'saleprice > 100',
    ...(useClass ? [`use_class = '${useClass}'`] : []),
  ].join(' AND ');
  // A box keeps the request fast: the server looks it up in the index of outlines.
  const bbox = boxOf(place)
    .map((degrees) => degrees.toFixed(5))
    .join(',');
  const path = '/ogc/collections/{collectionId}/items';
  return queryOptions({
    queryKey: ['parcel', path, filter],
    queryFn: ({ signal }) =>
      unwrap(parcelApi.GET(path, { params: { path: { collectionId: 'parcels' }, query: { bbox, filter, limit: mostSales } }, signal })),
  });
};

/** The condition in CQL2. */
function isThere(place: SalesPlace): string {
  if ('area' in place) return `S_INTERSECTS(geometry, POLYGON((${ringOf(place.area).map(inWords).join(', ')})))`;
  return `S_DWITHIN(geometry, POINT(${place.lon} ${place.lat}), ${(place.miles * metresPerMile).toFixed(1)})`;
}

/** West, south, east, north. */
function boxOf(place: SalesPlace): readonly number[] {
  if ('area' in place) {
    const ring = ringOf(place.area);
    const [lons, lats] = [ring.map(([lon = 0]) => lon), ring.map(([, lat = 0]) => lat)];
    return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)];
  }
  const { lon, lat, miles } = place;
  const [east, north] = [miles / milesPerDegree / Math.cos((lat * Math.PI) / 180), miles / milesPerDegree];
  return [lon - east, lat - north, lon + east, lat + north];
}

const ringOf = ({ coordinates: [ring = []] }: Polygon): readonly Position[] => ring;

/** To a tenth of a metre: the request's line has a limit. */
const inWords = ([lon = 0, lat = 0]: Position): string => `${lon.toFixed(6)} ${lat.toFixed(6)}`;
