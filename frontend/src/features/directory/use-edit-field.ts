import { ApiProblem, sentenceOf } from '../../api/client';
import { useNotice } from '../../ui/dialogs';

/** What the edits of one kind of record have of their own. */
interface FieldEdit<R, F> {
  /** Sets a field of the record with this version; returns the record with the next version. */
  readonly save: (row: R, version: number, field: F, value: string | null) => Promise<R>;
  /** Shows the saved record in the loaded lists. */
  readonly show: (saved: R) => void;
  /** Reads again what may have changed. */
  readonly refresh: () => Promise<unknown>;
  readonly failure: string;
}

/**
 * Saves one field of a record in a list, with 'Undo', unless somebody changed the record meanwhile; the undo is refused likewise. Returns why
 * it could not be saved. `name` is what was edited, such as 'Phone of Ann Lee'.
 */
export function useEditField<F extends string, R extends Readonly<Record<F, unknown>> & { readonly version: number }>({
  save,
  show,
  refresh,
  failure,
}: FieldEdit<R, F>) {
  const notice = useNotice();

  async function set(row: R, version: number, field: F, value: string | null): Promise<number> {
    try {
      const saved = await save(row, version, field, value);
      show(saved);
      return saved.version;
    } finally {
      // After a conflict the next attempt has the current version.
      await refresh();
    }
  }

  return async (row: R, field: F, text: string, name: string): Promise<string | undefined> => {
    const before = row[field] === null || row[field] === undefined ? null : String(row[field]);
    try {
      const version = await set(row, row.version, field, text || null);
      notice.undo(`${name} saved.`, () => set(row, version, field, before));
      return undefined;
    } catch (reason) {
      return (reason instanceof ApiProblem && reason.fields[field]) || sentenceOf(reason, failure);
    }
  };
}
