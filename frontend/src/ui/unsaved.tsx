import { createContext, useCallback, useContext, useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import { useBlocker } from 'react-router';
import { useConfirm, type Question } from './dialogs';

const discard: Question = {
  sentence: 'What you typed is not saved. Discard it?',
  confirm: 'Discard',
  cancel: 'Keep editing',
};

/** A scope that can be left: the app as a whole, or a dialog. */
interface Scope {
  /** Reports whether a form has unsaved input. Takes effect immediately, also for a navigation in the same tick. */
  readonly report: (form: string, dirty: boolean) => void;
  /** Whether the scope may be left: nothing is unsaved, or the user confirmed. */
  readonly mayLeave: () => Promise<boolean>;
}

/** The innermost scope of the forms below. */
export const UnsavedContext = createContext<Scope | undefined>(undefined);

function useScope(outer: Scope | undefined) {
  const confirm = useConfirm();
  const forms = useRef(new Set<string>());
  const [dirty, setDirty] = useState(false);
  const isDirty = useCallback(() => forms.current.size > 0, []);
  const scope = useMemo<Scope>(
    () => ({
      report: (form, unsaved) => {
        if (unsaved) forms.current.add(form);
        else forms.current.delete(form);
        setDirty(forms.current.size > 0);
        outer?.report(form, unsaved);
      },
      mayLeave: async () => forms.current.size === 0 || (await confirm(discard)),
    }),
    [outer, confirm],
  );
  return { scope, dirty, isDirty };
}

/**
 * Around all pages: asks before navigation discards unsaved input reported by {@link useUnsaved}, and makes the browser warn before the
 * page is closed.
 */
export function UnsavedGuard({ children }: { readonly children: ReactNode }) {
  const { scope, dirty, isDirty } = useScope(undefined);
  return (
    <UnsavedContext value={scope}>
      {children}
      {dirty && <Blocker isDirty={isDirty} mayLeave={scope.mayLeave} />}
    </UnsavedContext>
  );
}

interface BlockerProps {
  readonly isDirty: () => boolean;
  readonly mayLeave: () => Promise<boolean>;
}

/** Mounted only while something is unsaved: a router supports one blocker at a time, and the letter has its own. */
function Blocker({ isDirty, mayLeave }: BlockerProps) {
  const blocker = useBlocker(
    // After the end of the session nothing can be saved.
    ({ currentLocation, nextLocation }) =>
      isDirty() && currentLocation.pathname !== nextLocation.pathname && nextLocation.pathname !== '/login',
  );
  const latest = useRef(blocker);
  useEffect(() => {
    latest.current = blocker;
  });
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    let current = true;
    void mayLeave().then((leave) => {
      if (!current) return;
      if (leave) latest.current.proceed?.();
      else latest.current.reset?.();
    });
    return () => {
      current = false;
    };
  }, [blocker.state, mayLeave]);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (isDirty()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isDirty]);
  return null;
}

/** The scope of a dialog for its forms; their unsaved input counts for the outer scopes too. */
export function useUnsavedScope(): Scope {
  return useScope(useContext(UnsavedContext)).scope;
}

/** The scope of a dialog, and how to close the dialog: asks first if a form inside has unsaved input. */
export function useGuardedClose(onClose: () => void): { readonly scope: Scope; readonly close: () => void } {
  const scope = useUnsavedScope();
  const asking = useRef(false);

  async function close(): Promise<void> {
    if (asking.current) return;
    asking.current = true;
    const leave = await scope.mayLeave();
    // The Esc that answers the question reaches this dialog too.
    setTimeout(() => {
      asking.current = false;
    });
    if (leave) onClose();
  }

  return { scope, close: () => void close() };
}

/**
 * Reports whether a form has unsaved input. Call `saved` after saving, before navigating; `mayLeave` asks like leaving would, for the
 * form's own button.
 */
export function useUnsaved(dirty: boolean): { readonly saved: () => void; readonly mayLeave: () => Promise<boolean> } {
  const scope = useContext(UnsavedContext);
  const form = useId();
  useEffect(() => {
    scope?.report(form, dirty);
    return () => scope?.report(form, false);
  }, [scope, form, dirty]);
  return useMemo(
    () => ({
      saved: () => scope?.report(form, false),
      mayLeave: () => scope?.mayLeave() ?? Promise.resolve(true),
    }),
    [scope, form],
  );
}
