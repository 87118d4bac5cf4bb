import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface FigureLinkProps {
  readonly to: string;
  /** For screen readers: what the number counts. */
  readonly label: string;
  readonly children: ReactNode;
}

/** A figure that leads to its list. */
export function FigureLink({ to, label, children }: FigureLinkProps) {
  return (
    <Anchor component={Link} to={to} size="sm" aria-label={label} className="tabular">
      {children}
    </Anchor>
  );
}
