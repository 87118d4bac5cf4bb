/** A value per acre in dollars; undefined when either is unknown, since a quotient of unknowns is not zero. */
export function perAcre(value: number | null | undefined, area: number | null | undefined): number | undefined {
  return value && value > 0 && area && area > 0 ? value / area : undefined;
}
