import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface FigureLinkProps {
  readonly to: string;
  /** For screen readers: what the number counts, where it does not say that itself. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** A figure that leads to its list. */
export function FigureLink({ to, label, children }: FigureLinkProps) {
  return (
    <Anchor component={Link} to={to} size="sm" className="tabular" {...(label !== undefined && { 'aria-label': label })}>
      {children}
    </Anchor>
  );
}
