const height = '--lower-bar-height';

/** The ref of a bar at the lower edge of the view: on a phone notices are above it. */
export function noticesAbove(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined;
  const { style } = document.documentElement;
  const watch = new ResizeObserver(() => style.setProperty(height, `${bar.offsetHeight + 8}px`));
  watch.observe(bar);
  return () => {
    watch.disconnect();
    style.removeProperty(height);
  };
}
