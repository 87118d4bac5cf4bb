import { Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useEffect, useRef, type ReactNode } from 'react';
import type { Invitation } from './api';
import classes from './sign.module.css';

interface SheetProps {
  readonly title: string;
  /** Undefined while it is not known. */
  readonly invitation?: Invitation | undefined;
  /** Not for the first view of a visit: the heading gets the focus, so that screen readers read what follows. */
  readonly moved?: boolean;
  readonly children: ReactNode;
}

/** Layout of the page: the firm first, because its reader does not know the product. */
export function Sheet({ title, invitation, moved = false, children }: SheetProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useDocumentTitle(invitation ? `${title} · ${invitation.firm || invitation.number}` : title);
  useEffect(() => {
    if (!moved) return;
    document.documentElement.scrollTop = 0;
    heading.current?.focus();
  }, [moved]);
  return (
    <div className={classes.page}>
      <header className={classes.firm}>{invitation?.firm}</header>
      <main className={classes.sheet}>
        <Title order={1} size="h2" ref={heading} tabIndex={-1} className={classes.heading}>
          {title}
        </Title>
        {children}
      </main>
      <footer className={classes.foot}>
        <Text size="sm" c="dimmed">
          {invitation ? `Delivered by Sitewright for ${invitation.firm || 'the sender'}. ` : ''}This link is meant for you only. Please do
          not forward it.
        </Text>
      </footer>
    </div>
  );
}

/** Facts with their labels. */
export function Facts({ facts }: { readonly facts: readonly (readonly [label: string, value: string])[] }) {
  return (
    <dl className={classes.facts}>
      {facts
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
