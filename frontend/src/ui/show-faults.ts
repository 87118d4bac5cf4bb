import { flushSync } from 'react-dom';

/** Shows what keeps a form from being saved, and moves the focus to the first field that is wrong. */
export function showFaults(form: HTMLFormElement, show: () => void): void {
  flushSync(show);
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
