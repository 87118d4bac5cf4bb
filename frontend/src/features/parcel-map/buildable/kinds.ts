import type { components } from '../../../api/generated/parcel-lookup';

export type Buildable = components['schemas']['Buildable'];
export type Deduction = components['schemas']['Deduction'];
export type DeductionKind = components['schemas']['DeductionKind'];

/** What is drawn of a result: the deductions, what is not known, and what is left. */
export type Kind = DeductionKind | 'unknown' | 'buildable';

/** Colour of the lines of each kind, and whether they rise or fall; independent of the theme, as all that lies on maps. */
export const hatches: Record<Kind, { readonly colour: string; readonly rising: boolean }> = {
  floodway: { colour: '#12356f', rising: true },
  flood: { colour: '#2f7fe0', rising: true },
  wetland: { colour: '#1f9d7a', rising: false },
  water: { colour: '#0891b2', rising: false },
  easement: { colour: '#9333c9', rising: true },
  slope: { colour: '#c2620f', rising: false },
  setback: { colour: '#5b6270', rising: true },
  leftover: { colour: '#a1800c', rising: false },
  unknown: { colour: '#d6336c', rising: false },
  buildable: { colour: '#1f9d4c', rising: true },
};

export const hatchId = (kind: Kind): string => `hatch-${kind}`;

const side = 12;

/** A tile of slanted lines, as MapLibre takes it. */
export function hatchImage(kind: Kind): { readonly width: number; readonly height: number; readonly data: Uint8Array } {
  const { colour, rising } = hatches[kind];
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as [number, number, number];
  const data = new Uint8Array(side * side * 4);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const place = (rising ? x + y : x - y + side) % (side / 2);
      // The line, and a light edge beside it, so that it is seen on dark pictures too.
      if (place < 2) data.set([red, green, blue, 235], (y * side + x) * 4);
      else if (place < 3) data.set([255, 255, 255, 90], (y * side + x) * 4);
    }
  }
  return { width: side, height: side, data };
}

/** The same for legends. */
export function hatchStyle(kind: Kind): string {
  const { colour, rising } = hatches[kind];
  return `repeating-linear-gradient(${rising ? 135 : 45}deg, ${colour} 0 2px, transparent 2px 5px)`;
}
