import { useEffect, useEffectEvent, useRef, useState, type PointerEvent } from 'react';
import classes from './selection.module.css';
import { extend, type DrawnTool, type Pixel } from './shape';

/** Where Esc closes something else, unless the pad is in it too. */
const closed = '[role="dialog"], [role="menu"]';

interface Props {
  readonly tool: DrawnTool;
  readonly onDrawn: (path: readonly Pixel[]) => void;
  /** A mouse moves without drawing, or leaves. */
  readonly onPoint?: (at: Pixel | undefined) => void;
  /** Whether a click would take something. */
  readonly over?: boolean;
  /** Esc. */
  readonly onEnd: () => void;
}

/** Covers the map while an area is drawn, so that a drag draws and does not move the map. */
export function SelectionPad({ tool, onDrawn, onPoint, over = false, onEnd }: Props) {
  const pad = useRef<SVGSVGElement>(null);
  const [path, setPath] = useState<readonly Pixel[]>([]);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const around = event.target instanceof Element ? event.target.closest(closed) : null;
    const isClosing = around !== null && !around.contains(pad.current);
    if (event.key === 'Escape' && !isClosing) onEnd();
  });
  useEffect(() => {
    const handle = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', handle);
    return () => window.removeEventListener('keydown', handle);
  }, []);

  function at(event: PointerEvent): Pixel {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  return (
    <svg
      ref={pad}
      className={classes.pad}
      data-testid="selection-pad"
      aria-hidden
      data-over={over || undefined}
      onPointerDown={(event) => {
        if (!event.isPrimary) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setPath([at(event)]);
      }}
      onPointerMove={(event) => {
        if (path.length > 0) setPath(extend(path, at(event)));
        else if (event.pointerType === 'mouse') onPoint?.(at(event));
      }}
      onPointerLeave={() => onPoint?.(undefined)}
      onPointerUp={(event) => {
        if (path.length > 0) onDrawn(extend(path, at(event)));
        setPath([]);
      }}
      onPointerCancel={() => setPath([])}
    >
      <Drawn tool={tool} path={path} />
    </svg>
  );
}

function Drawn({ tool, path }: { readonly tool: DrawnTool; readonly path: readonly Pixel[] }) {
  const [first, last] = [path[0], path.at(-1)];
  if (!first || !last) return null;
  switch (tool) {
    case 'rectangle':
      return (
        <rect
          className={classes.area}
          x={Math.min(first.x, last.x)}
          y={Math.min(first.y, last.y)}
          width={Math.abs(last.x - first.x)}
          height={Math.abs(last.y - first.y)}
        />
      );
    case 'circle':
      return <circle className={classes.area} cx={first.x} cy={first.y} r={Math.hypot(last.x - first.x, last.y - first.y)} />;
    case 'lasso':
      return <polygon className={classes.area} points={pointsOf(path)} />;
    case 'corridor':
    case 'road':
      return <polyline className={classes.line} points={pointsOf(path)} />;
  }
}

const pointsOf = (path: readonly Pixel[]): string => path.map(({ x, y }) => `${x},${y}`).join(' ');
