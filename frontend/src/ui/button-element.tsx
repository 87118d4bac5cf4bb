import { useState, type ComponentProps, type FocusEvent, type KeyboardEvent, type MouseEvent } from 'react';

interface ButtonElementProps extends ComponentProps<'button'> {
  /** Set by Mantine from `loading`. */
  readonly 'data-loading'?: boolean;
}

/**
 * The element of Mantine's buttons (see theme.ts). One that works (`loading`), or that becomes disabled while it has the focus or a dialog
 * that it opened has it, keeps it or can get it back: a disabled element would lose it to the page. It ignores presses and says
 * `aria-disabled` then.
 */
export function ButtonElement({ disabled = false, type = 'button', onFocus, onBlur, onClick, onKeyDown, ...rest }: ButtonElementProps) {
  const [focused, setFocused] = useState(false);
  const held = disabled && (focused || rest['data-loading'] === true);

  function focus(event: FocusEvent<HTMLButtonElement>): void {
    setFocused(true);
    onFocus?.(event);
  }

  function blur(event: FocusEvent<HTMLButtonElement>): void {
    // It stays the active element when the window loses the focus.
    setFocused(document.activeElement === event.currentTarget || wentToDialog(event));
    onBlur?.(event);
  }

  function click(event: MouseEvent<HTMLButtonElement>): void {
    if (held) ignore(event);
    else onClick?.(event);
  }

  function press(event: KeyboardEvent<HTMLButtonElement>): void {
    // A key held down longer than the work takes is no second press.
    if (event.repeat && event.key === 'Enter') event.preventDefault();
    onKeyDown?.(event);
  }

  return (
    <button
      {...rest}
      type={type}
      disabled={disabled && !held}
      aria-disabled={held || undefined}
      onFocus={focus}
      onBlur={blur}
      onClick={click}
      onKeyDown={press}
    />
  );
}

/** Whether a dialog has the focus now that gives it back to the element when it is closed. */
function wentToDialog({ currentTarget, relatedTarget }: FocusEvent): boolean {
  const dialog = relatedTarget?.closest('[role="dialog"], [role="alertdialog"]');
  return dialog?.contains(currentTarget) === false;
}

/** As if it were disabled: a form is not submitted, and what the button is in does not see the press. */
function ignore(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
