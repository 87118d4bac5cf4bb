import type { Criteria, JudgedResult } from '../types';
import classes from './results.module.css';

interface Props {
  readonly result: Pick<JudgedResult, 'reasons'>;
  readonly criteria: Criteria;
}

/** The score as one line: what each wish adds to it. The numbers are in the opened row. */
export function Contributions({ result, criteria }: Props) {
  const all = criteria.wishes.reduce((sum, { weight }) => sum + weight, 0);
  return (
    <span className={classes.parts} aria-hidden>
      {result.reasons.map(({ fact, points: added, known }) => (
        <span key={fact} className={classes.part} data-unknown={!known || undefined} style={{ width: `${all > 0 ? added : 0}%` }} />
      ))}
    </span>
  );
}
