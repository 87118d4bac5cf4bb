/** Where a parcel's flood zone is judged: what large parcels have of each zone is their net buildable area. */
export const floodJudged = "Judged at the parcel's inner point: a zone that only touches its edge does not count.";

/** Classes of flood zones that the map shows, as FEMA's flood maps have them, worst first. Minimal risk is not drawn. */
export const floodClasses = [
  { id: 'floodway', label: 'Floodway', colour: '#12356f', width: 2.5, dash: undefined, fill: 0.5 },
  { id: 'sfha', label: '1 % a year', colour: '#2f7fe0', width: 1.5, dash: undefined, fill: 0.38 },
  { id: 'moderate', label: '0.2 % a year, or behind a levee', colour: '#6fb1f2', width: 1.5, dash: [3, 2], fill: 0.22 },
  { id: 'undetermined', label: 'Not determined', colour: '#8f8f8f', width: 1.5, dash: [1, 2], fill: 0.3 },
] as const;

/** Which of them a class of the tiles is. */
export const classesOf: Readonly<Record<(typeof floodClasses)[number]['id'], readonly string[]>> = {
  floodway: ['floodway'],
  sfha: ['sfha'],
  moderate: ['moderate', 'levee'],
  undetermined: ['undetermined', 'not_included', 'unknown'],
};

/** Of a layer that reaches the view. */
export interface FloodSource {
  readonly source: string;
  readonly source_licence?: string;
  readonly source_date?: string;
}

/** The layers among what the tiles have, each once. */
export function sourcesOf(properties: readonly Readonly<Record<string, unknown>>[]): readonly FloodSource[] {
  const found = new Map<string, FloodSource>();
  for (const { source, source_licence, source_date } of properties) {
    if (typeof source !== 'string') continue;
    const key = [source, source_licence, source_date].join('\n');
    found.set(key, {
      source,
      ...(typeof source_licence === 'string' && { source_licence }),
      ...(typeof source_date === 'string' && { source_date }),
    });
  }
  return [...found.values()];
}
