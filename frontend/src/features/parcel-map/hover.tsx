import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';

interface Hover {
  /** Identity of the parcel under the pointer, on the map or in a list. */
  readonly hovered: string | undefined;
  readonly hover: (llUuid: string | undefined) => void;
}

const HoverContext = createContext<Hover>({ hovered: undefined, hover: () => undefined });

/** Apart from the page's other state, so that a moving pointer renders only what shows it. */
export function HoverProvider({ children }: { readonly children: ReactNode }) {
  const [hovered, hover] = useState<string>();
  const value = useMemo(() => ({ hovered, hover }), [hovered]);
  return <HoverContext value={value}>{children}</HoverContext>;
}

/** The parcel under the pointer: lists and the map mark the same one. */
export const useHover = (): Hover => useContext(HoverContext);
