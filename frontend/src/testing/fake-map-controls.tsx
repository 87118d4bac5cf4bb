/** The fake map's parts that are not layers. */
import { useEffect, useState, type ReactNode } from 'react';

export const Popup = ({ children }: { readonly children?: ReactNode }) => <>{children}</>;
export const Marker = ({ children }: { readonly children?: ReactNode }) => <>{children}</>;
export const NavigationControl = () => null;
export const ScaleControl = () => null;

/** Shows an element of ours beside the map. */
export function useControl<T extends { onAdd(): HTMLElement; onRemove(): void }>(make: () => T): T {
  const [control] = useState(make);
  useEffect(() => {
    document.body.append(control.onAdd());
    return () => control.onRemove();
  }, [control]);
  return control;
}
