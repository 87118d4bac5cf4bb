import { useEffect, useEffectEvent } from 'react';

/** Where Esc closes something else. */
const closed = '[role="dialog"], [role="menu"], [role="combobox"]';

/** Calls `end` when Esc is pressed, while `active`. */
export function useEscape(active: boolean, end: () => void): void {
  const onKey = useEffectEvent(({ key, target }: KeyboardEvent) => {
    const isClosing = target instanceof Element && target.closest(closed) !== null;
    if (key === 'Escape' && !isClosing) end();
  });
  useEffect(() => {
    if (!active) return;
    const handle = (event: KeyboardEvent) => onKey(event);
    // Before tooltips, which stop the key that closes them.
    window.addEventListener('keydown', handle, true);
    return () => window.removeEventListener('keydown', handle, true);
  }, [active]);
}
