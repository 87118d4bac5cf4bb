import classes from './compare.module.css';
import type { SiteMap as Map } from './api';

interface Props {
  readonly map: Map;
  readonly name: string;
}

/** A small map of a site from outlines, as in the dossier, in the colours of the theme. */
export function SiteMap({ map, name }: Props) {
  const { width_m: width, height_m: height, shapes, scale_m, scale } = map;
  const inset = width / 30;
  return (
    <figure className={classes.map}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`Outline of ${name} among its neighbors; north is up`}>
        <rect className={classes.ground} width={width} height={height} />
        {shapes.map(({ kind, path }, index) => (
          <path key={index} className={classes[kind]} d={path} vectorEffect="non-scaling-stroke" />
        ))}
        <path
          className={classes.bar}
          d={`M${inset} ${height - inset}h${scale_m}m0 ${-inset / 3}v${inset / 1.5}M${inset} ${height - inset * 1.33}v${inset / 1.5}`}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <figcaption>Bar: {scale}</figcaption>
    </figure>
  );
}
