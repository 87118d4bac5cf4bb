import classes from './result.module.css';
import { strokeOf } from './stroke';

/** A short line sample that identifies a curve. */
export function CurveKey({ place }: { readonly place: number }) {
  return (
    <svg width={24} height={4} className={classes.key} aria-hidden>
      <line x1={0} y1={2} x2={24} y2={2} strokeWidth={3} {...strokeOf(place)} />
    </svg>
  );
}
