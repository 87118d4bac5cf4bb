/** How the first and the second curve are drawn: told apart by more than their colour. */
const strokes = [{ stroke: 'var(--curve-first)' }, { stroke: 'var(--curve-second)', strokeDasharray: '7 4' }] as const;

export function strokeOf(place: number) {
  return strokes[place] ?? strokes[0];
}
