/** Line styles of the first and the second curve, which differ in more than colour. */
const strokes = [{ stroke: 'var(--curve-first)' }, { stroke: 'var(--curve-second)', strokeDasharray: '7 4' }] as const;

export function strokeOf(place: number) {
  return strokes[place] ?? strokes[0];
}
