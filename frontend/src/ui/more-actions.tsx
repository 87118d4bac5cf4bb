import { createContext, useContext, useEffect, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

interface MoreActions {
  /** The element of the panel of 'More'. */
  readonly panel: HTMLElement | null;
  /** Whether the bar is narrow. */
  readonly isNarrow: boolean;
  /** Tells that there is something in the panel, until the returned function is called. */
  readonly onEnter: () => () => void;
}

export const MoreActionsContext = createContext<MoreActions | undefined>(undefined);

interface InMoreProps {
  /** Only where the bar is narrow; otherwise they stand in it. */
  readonly ifNarrow?: boolean;
  readonly children: ReactNode;
}

/** Actions that stand in the panel of 'More' of the bar that they are in. */
export function InMore({ ifNarrow = false, children }: InMoreProps) {
  const more = useContext(MoreActionsContext);
  const moves = more !== undefined && (more.isNarrow || !ifNarrow);
  const onEnter = more?.onEnter;
  useEffect(() => (moves ? onEnter?.() : undefined), [moves, onEnter]);
  if (!moves) return children;
  return more.panel && createPortal(children, more.panel);
}
