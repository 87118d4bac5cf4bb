import { pointsOf } from '../curve';
import type { Curve } from '../types';
import classes from './panel.module.css';

interface Props {
  readonly curve: Curve;
  readonly width: number;
  readonly height: number;
  /** Set where the name beside it does not say it. */
  readonly label?: string;
}

const margin = 2;

/** A small drawing of a curve: a line for numbers, bars for classes and flags. */
export function CurveView({ curve, width, height, label }: Props) {
  return (
    <svg
      className={classes.curve}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <Drawing curve={curve} width={width} height={height} />
    </svg>
  );
}

function Drawing({ curve, width, height }: Omit<Props, 'label'>) {
  const x = (part: number) => margin + part * (width - 2 * margin);
  const y = (value: number) => margin + (1 - value) * (height - 2 * margin);
  if (curve.kind === 'classes' || curve.kind === 'flag') {
    const values = curve.kind === 'flag' ? [curve.yes, curve.no] : Object.values(curve.values);
    const step = 1 / Math.max(2, values.length);
    return values.map((value, index) => (
      <rect
        key={index}
        className={classes.bar}
        x={x(index * step)}
        width={Math.max(2, x((index + 0.7) * step) - x(index * step))}
        y={y(Math.max(value, 0.04))}
        height={y(0) - y(Math.max(value, 0.04))}
      />
    ));
  }
  const points = pointsOf(curve);
  const line = points.map((point) => `${x(point.x).toFixed(1)},${y(point.v).toFixed(1)}`).join(' ');
  return (
    <>
      <polygon className={classes.under} points={`${x(0)},${y(0)} ${line} ${x(1)},${y(0)}`} />
      <polyline className={classes.stroke} points={line} />
    </>
  );
}
