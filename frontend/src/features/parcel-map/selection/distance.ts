/** How a distance is entered. */
export type Unit = 'ft' | 'mi';

export interface Distance {
  /** As in the field: text while it is empty or ends in a point. */
  readonly amount: number | string;
  readonly unit: Unit;
}

const metres: Readonly<Record<Unit, number>> = { ft: 0.3048, mi: 1609.344 };
const decimals: Readonly<Record<Unit, number>> = { ft: 0, mi: 2 };

/** Most metres of a circle's radius and to each side of a line: the server's limits. */
export const mostRadius = 100_000;
export const mostBesideLine = 10_000;

/** The unit in which a distance is short: feet below a quarter of a mile. */
export const unitOf = (distance: number): Unit => (distance < metres.mi / 4 ? 'ft' : 'mi');

/** A distance in a unit, as it is shown. */
export function distanceIn(distance: number, unit: Unit): Distance {
  return { amount: Number((distance / metres[unit]).toFixed(decimals[unit])), unit };
}

export const metresOf = ({ amount, unit }: Distance): number => Number(amount) * metres[unit];

/** What is wrong with a distance; undefined if nothing is. */
export function problemOf(distance: Distance, most: number): string | undefined {
  const entered = metresOf(distance);
  if (entered > 0 && entered <= most) return undefined;
  const { unit } = distance;
  const factor = 10 ** decimals[unit];
  const limit = Math.floor((most / metres[unit]) * factor) / factor;
  return `More than 0, at most ${limit.toLocaleString('en-US')} ${unit}`;
}
