import { useId, type ComponentProps, type ReactNode } from 'react';
import classes from './sign.module.css';

interface TickProps extends Omit<ComponentProps<'input'>, 'children'> {
  readonly type: 'checkbox' | 'radio';
  readonly label: ReactNode;
  readonly error?: string | undefined;
}

/** A box or a circle to tick, large enough for a thumb, with its error below. */
export function Tick({ label, error, ...input }: TickProps) {
  const said = useId();
  return (
    <div>
      <label className={classes.tick}>
        <input {...input} aria-invalid={error ? true : undefined} aria-describedby={error ? said : undefined} />
        <span>{label}</span>
      </label>
      {error && (
        <p id={said} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}
