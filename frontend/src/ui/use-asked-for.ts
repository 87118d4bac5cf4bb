import { useEffect, useRef, type RefObject } from 'react';
import { useLocation, useSearchParams } from 'react-router';

/** The command search gives the focus back a moment after it was closed. */
export const afterSearch = 50;

/** Id of the record that the page's URL asks for. */
export const useAskedId = (name: 'note_id' | 'task_id' | 'file' | 'email_id'): string | null => useSearchParams()[0].get(name);

/** For the element of a record: brings it into view and gives it the focus each time that a link asks for it. It needs a `tabIndex`. */
export function useAskedFor<T extends HTMLElement>(isAsked: boolean): RefObject<T | null> {
  const element = useRef<T>(null);
  const { key } = useLocation();
  useEffect(() => {
    if (!isAsked) return;
    const timer = setTimeout(() => {
      element.current?.scrollIntoView({ block: 'center' });
      element.current?.focus({ preventScroll: true });
    }, afterSearch);
    return () => clearTimeout(timer);
  }, [isAsked, key]);
  return element;
}
