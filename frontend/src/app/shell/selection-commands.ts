import { IconSquareCheck } from '@tabler/icons-react';
import type { Hit } from './use-search';

/** What the buttons for selected rows are in; the attribute says what is selected, such as '3 contacts'. */
const bars = '[data-selected-rows]';
const pressable = 'button:not(:disabled):not([aria-disabled="true"]):not([data-more])';

const buttonsOf = (bar: HTMLElement): readonly HTMLButtonElement[] => [...bar.querySelectorAll<HTMLButtonElement>(pressable)];
const nameOf = (button: HTMLButtonElement): string => button.textContent.replace('…', '').trim();

/**
 * The actions for what is selected in the list or on the map, as commands that press their buttons. They are read from the page: only
 * their bar knows which there are for these rows.
 */
export function selectionCommands(): readonly Hit[] {
  return [...document.querySelectorAll<HTMLElement>(bars)].flatMap((bar) =>
    buttonsOf(bar).map((button): Hit => {
      const name = nameOf(button);
      const selected = bar.dataset['selectedRows'] ?? '';
      const names = [name, `${name} selected`, `${name} of selected`];
      return {
        id: `selected ${name}`,
        label: name,
        description: `${selected} selected`,
        icon: IconSquareCheck,
        to: '',
        text: `${names.join(' ')} ${selected}`.toLowerCase(),
        names,
        run: () => press(name),
      };
    }),
  );
}

/** Presses the button of this name. One in the panel of 'More' is shown first, so that its menu opens there and the focus can come back. */
function press(name: string): void {
  for (const bar of document.querySelectorAll<HTMLElement>(bars)) {
    const button = buttonsOf(bar).find((each) => nameOf(each) === name);
    if (!button) continue;
    if (button.closest('[hidden]')) bar.querySelector<HTMLButtonElement>('[data-more]')?.click();
    setTimeout(() => {
      button.focus();
      button.click();
    });
    return;
  }
}
