import { useControl } from '@vis.gl/react-maplibre';
import { createPortal } from 'react-dom';
import type { ReactNode } from 'react';

/** An element of ours among MapLibre's controls. */
class Place {
  readonly element = document.createElement('div');
  constructor(name: string) {
    this.element.className = name;
  }
  onAdd(): HTMLElement {
    return this.element;
  }
  onRemove(): void {
    this.element.remove();
  }
}

interface Props {
  readonly position: 'bottom-left' | 'bottom-right';
  /** Looks like a group of MapLibre's buttons. */
  readonly buttons?: boolean;
  readonly children: ReactNode;
}

/** Shows its content in a corner of the map, in line with MapLibre's own controls. */
export function Corner({ position, buttons = false, children }: Props) {
  const { element } = useControl(() => new Place(`maplibregl-ctrl${buttons ? ' maplibregl-ctrl-group' : ''}`), { position });
  return createPortal(children, element);
}
