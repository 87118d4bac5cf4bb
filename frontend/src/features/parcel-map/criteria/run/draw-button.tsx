import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';

interface Props {
  /** Whether there is an area already. */
  readonly drawn: boolean;
  readonly drawing: boolean;
  readonly onDraw: () => void;
}

/** Draws an area; not there meanwhile. What is over the map takes the focus then, and this has it afterwards. */
export function DrawButton({ drawn, drawing, onDraw }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef(drawing);
  useEffect(() => {
    if (before.current && !drawing && document.activeElement === document.body) button.current?.focus({ preventScroll: true });
    before.current = drawing;
  }, [drawing]);
  if (drawing) return null;
  return (
    <Button ref={button} size="compact-xs" variant="default" onClick={onDraw}>
      {drawn ? 'Draw Again' : 'Draw'}
    </Button>
  );
}
