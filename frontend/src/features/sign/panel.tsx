import { Title } from '@mantine/core';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import classes from './sign.module.css';

interface PanelProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A part that a button opened; it gets the focus, and the button gets it back. */
export function Panel({ title, children }: PanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    heading.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [title]);
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <Title order={2} size="h4" id={id} ref={heading} tabIndex={-1} className={classes.heading}>
        {title}
      </Title>
      {children}
    </section>
  );
}
