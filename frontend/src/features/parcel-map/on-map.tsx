import { createContext, Fragment, useContext, useId, useLayoutEffect, useState, useSyncExternalStore, type ReactNode } from 'react';

type Shown = readonly (readonly [id: string, content: ReactNode])[];

/** What parts outside the map draw on it. */
class Drawn {
  private shown: Shown = [];
  private readonly watching = new Set<() => void>();

  put(id: string, content: ReactNode): void {
    const known = this.shown.some(([each]) => each === id);
    this.set(known ? this.shown.map((each) => (each[0] === id ? [id, content] : each)) : [...this.shown, [id, content]]);
  }

  remove(id: string): void {
    this.set(this.shown.filter(([each]) => each !== id));
  }

  private set(shown: Shown): void {
    this.shown = shown;
    for (const tell of this.watching) tell();
  }

  readonly read = (): Shown => this.shown;

  readonly watch = (tell: () => void): (() => void) => {
    this.watching.add(tell);
    return () => this.watching.delete(tell);
  };
}

const DrawnContext = createContext(new Drawn());

/** Makes `OnMap` work inside it. */
export function OnMapProvider({ children }: { readonly children: ReactNode }) {
  const [drawn] = useState(() => new Drawn());
  return <DrawnContext value={drawn}>{children}</DrawnContext>;
}

/**
 * Draws its content on the map, from anywhere on the map's page: sources and layers need the map around them, but belong to a section of
 * the panel or a view of the drawer.
 */
export function OnMap({ children }: { readonly children: ReactNode }) {
  const drawn = useContext(DrawnContext);
  const id = useId();
  useLayoutEffect(() => drawn.put(id, children), [drawn, id, children]);
  useLayoutEffect(() => () => drawn.remove(id), [drawn, id]);
  return null;
}

/** Where the map shows what `OnMap` draws. */
export function OnMapContent() {
  const drawn = useContext(DrawnContext);
  return useSyncExternalStore(drawn.watch, drawn.read).map(([id, content]) => <Fragment key={id}>{content}</Fragment>);
}
