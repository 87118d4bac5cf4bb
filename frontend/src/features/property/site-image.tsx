import { useState, type ReactNode } from 'react';

interface Props {
  readonly path: string | null | undefined;
  readonly alt: string;
  /** Stands in when there is no picture, or it cannot be read. */
  readonly otherwise: ReactNode;
}

/** A stored picture of the site. */
export function SiteImage({ path, alt, otherwise }: Props) {
  const [broken, setBroken] = useState<string>();
  if (!path || broken === path) return <>{otherwise}</>;
  return <img src={path} alt={alt} loading="lazy" onError={() => setBroken(path)} />;
}
