import { grouped } from '../../../lib/format';
import type { ParcelCount } from './api';

/** A number of parcels; an estimate says so and has three digits. */
export function countWords({ count, is_estimate }: ParcelCount): string {
  if (!is_estimate) return grouped(count);
  return `about ${grouped(Number(count.toPrecision(3)))}`;
}
