import { createContext, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { Choice } from '../selection/shape';
import { filterOf, noValues, valuesOf, type ChipValue, type Values } from './chips';

/** The filter of the map: chips, or a text that chips cannot show. */
type State = { readonly kind: 'chips'; readonly values: Values } | { readonly kind: 'text'; readonly text: string };

const none: State = { kind: 'chips', values: noValues };

/** The filter of the map, for as long as the page is open. */
export function useFiltersState() {
  const [state, setState] = useState<State>(none);
  return useMemo(() => {
    const text = state.kind === 'chips' ? filterOf(state.values) : state.text.trim() || undefined;
    return {
      /** The whole filter in CQL2; undefined if there is none. */
      text,
      /** Undefined in text mode. */
      values: state.kind === 'chips' ? state.values : undefined,
      set: (chip: string, value: ChipValue | undefined) => setState((before) => changed(before, chip, value)),
      /** A filter as text, shown as chips if they can show it. */
      apply: (filter: string) => setState(stateOf(filter)),
      /** Writes the filter as text from now on. */
      write: (filter: string) => setState({ kind: 'text', text: filter }),
      clear: () => setState(none),
    };
  }, [state]);
}

type FiltersState = ReturnType<typeof useFiltersState>;

/** Counts the parcels of an area that match the filter, to be added or discarded. */
type Select = (choice: Choice, filter: string) => void;

export interface Filters extends FiltersState {
  readonly select: Select;
}

/** The filter, and what can be done with what matches it. */
export function useMapFilters(filters: FiltersState, select: Select): Filters {
  const latest = useRef(select);
  useEffect(() => {
    latest.current = select;
  });
  return useMemo(() => ({ ...filters, select: (choice: Choice, filter: string) => latest.current(choice, filter) }), [filters]);
}

function stateOf(filter: string): State {
  const values = filter.trim() === '' ? noValues : valuesOf(filter.trim());
  return values ? { kind: 'chips', values } : { kind: 'text', text: filter };
}

function changed(before: State, chip: string, value: ChipValue | undefined): State {
  const all = Object.entries(before.kind === 'chips' ? before.values : noValues);
  const others = all.filter(([id]) => id !== chip);
  return { kind: 'chips', values: Object.fromEntries(value === undefined ? others : [...others, [chip, value]]) };
}

export const FiltersContext = createContext<Filters | undefined>(undefined);

export function useFilters(): Filters {
  const filters = useContext(FiltersContext);
  if (!filters) throw new Error('useFilters needs a MapScreen above it');
  return filters;
}
