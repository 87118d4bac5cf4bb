import { useState, type ReactNode } from 'react';
import classes from './property.module.css';

interface Props {
  readonly path: string | null | undefined;
  readonly alt: string;
  /** Whom to name on it. */
  readonly credit?: string | null | undefined;
  /** Stands in when there is no picture, or it cannot be read. */
  readonly otherwise: ReactNode;
}

/** A stored picture of the site. */
export function SiteImage({ path, alt, credit, otherwise }: Props) {
  const [broken, setBroken] = useState<string>();
  if (!path || broken === path) return <>{otherwise}</>;
  const image = <img src={path} alt={alt} loading="lazy" onError={() => setBroken(path)} />;
  if (!credit) return image;
  return (
    <figure className={classes.credited}>
      {image}
      <figcaption>{credit}</figcaption>
    </figure>
  );
}
