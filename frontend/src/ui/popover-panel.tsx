import { Popover, usePopoverContext, type PopoverDropdownProps } from '@mantine/core';

/** What is in a popover with lists of choices: Esc closes an open list first, then the popover, whose `closeOnEscape` is off. */
export function PopoverPanel(props: PopoverDropdownProps) {
  const { onClose } = usePopoverContext();
  return (
    <Popover.Dropdown
      {...props}
      // While the field still knows that its list is open.
      onKeyDownCapture={(event) => {
        if (event.key === 'Escape' && !hasOpenList(event.target)) onClose?.();
      }}
    />
  );
}

/** Whether it is a field whose list of choices is open: Esc closes that first. */
export function hasOpenList(field: EventTarget): boolean {
  return field instanceof Element && field.matches('[aria-haspopup="listbox"][aria-expanded="true"]');
}
