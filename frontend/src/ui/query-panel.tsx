import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FailureBanner } from './failure-banner';
import classes from './query-panel.module.css';

interface QueryFailureProps {
  readonly query: { readonly isError: boolean; readonly refetch: () => Promise<unknown> };
  readonly sentence: string;
}

/** Reports that data could not be loaded or updated, with a button to try again. */
export function QueryFailure({ query, sentence }: QueryFailureProps) {
  return query.isError ? <FailureBanner sentence={sentence} onRetry={() => void query.refetch()} /> : null;
}

/** The same above a list, in view wherever the list is scrolled to. */
export function ListFailure(props: QueryFailureProps) {
  return (
    <div className={classes.sticky}>
      <QueryFailure {...props} />
    </div>
  );
}

interface QueryPanelProps<T> {
  readonly query: UseQueryResult<T>;
  /** The message when the data could not be loaded. */
  readonly failure: string;
  /** Shown while the data is loading. */
  readonly pending?: ReactNode;
  readonly children: (data: T) => ReactNode;
}

/** A part of a page with its own data. Loaded data stays visible when a later request fails. */
export function QueryPanel<T>({ query, failure, pending, children }: QueryPanelProps<T>) {
  return (
    <>
      <QueryFailure query={query} sentence={failure} />
      {query.data === undefined ? query.isPending && pending : children(query.data)}
    </>
  );
}
