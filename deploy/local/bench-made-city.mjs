// Where and what the made parcels of bench-parcels.sql are.
import { createHash } from 'node:crypto';

export const county = ['99001'];
export const tenCounties = Array.from({ length: 10 }, (_, at) => `99${String(at + 1).padStart(3, '0')}`);

/** The id of a lot by its number in rows of 1,000. */
export const idOf = (lot) =>
  createHash('md5')
    .update(`parcel ${lot}`)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
export const numberOf = (lot) => String(lot * 7919).padStart(13, '0');

const RADIUS = 6378137;
/** Longitude and latitude of a place of the city, by Web Mercator's metres from its south-western corner. */
export function placeAt(east, north) {
  const [x, y] = [east - 10520000, north + 3300000].map((metres) => metres / RADIUS);
  const degrees = 180 / Math.PI;
  return [x * degrees, Math.atan(Math.sinh(y)) * degrees];
}
/** Metres on the ground of a Web Mercator's metre there. */
export const scaleAt = ([, lat]) => Math.cos((lat * Math.PI) / 180);

/** Where a column or row of lots begins. */
export const columnAt = (column) => column * 36 + Math.floor(column / 10) * 20;
export const rowAt = (row) => row * 42 + Math.floor(row / 2) * 20;
