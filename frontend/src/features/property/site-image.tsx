import { useState, type ReactNode } from 'react';
import classes from './property.module.css';

interface Props {
  readonly path: string | null | undefined;
  readonly alt: string;
  /** Attribution of the image. */
  readonly credit?: string | null | undefined;
  /** Shown if there is no image, or it cannot be loaded. */
  readonly otherwise: ReactNode;
}

/** A stored site image. */
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
