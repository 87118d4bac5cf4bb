import { vi } from 'vitest';

/** Records the addresses of files that the browser is told to save. */
export function savedFiles(): readonly string[] {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.href.replace(window.location.origin, ''));
  });
  return saved;
}
