import { onTestFinished, vi } from 'vitest';

/** jsdom has no layout: simulates a scrolling window of 600 px with rows of `rowHeight` px for the rest of a test. */
export function simulateLayout(rowHeight: number): void {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(rowHeight);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(() => ({ top: -document.documentElement.scrollTop }) as DOMRect);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
}
