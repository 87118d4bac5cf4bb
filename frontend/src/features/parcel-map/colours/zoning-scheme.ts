import { unknown, type ColouredFacts, type Scheme } from './scheme';

export const zoningLabel = 'Zoning';

/** Told apart with each kind of colour blindness (Okabe and Ito). */
const palette = ['#0072b2', '#e69f00', '#56b4e9', '#d55e00', '#009e73', '#cc79a7', '#f0e442', '#332288'] as const;
const others = { label: 'Other zones', colour: '#5d5f66' } as const;

const codeOf = ({ zoning }: ColouredFacts) => zoning?.trim().toUpperCase() ?? '';

/** Codes differ by place: the most frequent ones of these parcels, by name, have colors of their own. */
export function zoningScheme(parcels: readonly ColouredFacts[]): Scheme {
  const counts = new Map<string, number>();
  for (const code of parcels.map(codeOf).filter(Boolean)) counts.set(code, (counts.get(code) ?? 0) + 1);
  const all = [...counts].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1)).map(([code]) => code);
  const named = all.slice(0, palette.length).sort();
  const colours = new Map(named.map((code, place) => [code, palette[place] ?? others.colour]));
  return {
    label: zoningLabel,
    note: 'Parcels of the project, and results of the search that is shown, or of the last one',
    classes: [...[...colours].map(([label, colour]) => ({ label, colour })), ...(all.length > named.length ? [others] : []), unknown],
    colourOf: (facts) => {
      const code = codeOf(facts);
      return code === '' ? unknown.colour : (colours.get(code) ?? others.colour);
    },
    expression: undefined,
  };
}
