import { Button, Skeleton } from '@mantine/core';
import { useEffect, useRef, useState, type ComponentType } from 'react';
import { FailureBanner } from './failure-banner';

interface Props<P> {
  /** Of the button that opens it; without one it is open. */
  readonly label?: string;
  readonly failure: string;
  /** The same function each time. */
  readonly load: () => Promise<ComponentType<P>>;
  readonly of: P;
}

/** A part of a page whose code is loaded when it is asked for. */
export function LazySection<P extends object>({ label, failure, load, of }: Props<P>) {
  const [Section, setSection] = useState<ComponentType<P>>();
  const [state, setState] = useState<'closed' | 'loading' | 'failed'>(label === undefined ? 'loading' : 'closed');
  const part = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (state !== 'loading') return;
    let current = true;
    load().then(
      (loaded) => current && setSection(() => loaded),
      () => current && setState('failed'),
    );
    return () => {
      current = false;
    };
  }, [state, load]);

  /** The button that was pressed goes; the focus stays where it was. */
  function open(): void {
    part.current?.focus({ preventScroll: true });
    setState('loading');
  }

  return (
    <div ref={part} tabIndex={-1} style={{ outline: 'none' }}>
      {Section ? (
        <Section {...of} />
      ) : state === 'failed' ? (
        <FailureBanner sentence={failure} onRetry={open} />
      ) : state === 'loading' ? (
        <Skeleton h={160} />
      ) : (
        <Button variant="default" size="xs" onClick={open}>
          {label}
        </Button>
      )}
    </div>
  );
}
