import { act, render, screen, waitFor, within } from '@testing-library/react';
import { MantineProvider } from '@mantine/core';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { InMore } from './more-actions';
import { rowKeys } from './row-keys';
import { SelectBox, SelectLoaded } from './select-box';
import { SelectionBar } from './selection-bar';
import { useSelection } from './use-selection';

afterEach(() => vi.unstubAllGlobals());

const letters = ['a', 'b', 'c', 'd', 'e'];
const idOf = (row: string): string => row;

function List({ onAct }: { readonly onAct: (chosen: readonly string[]) => void }) {
  const [rows, setRows] = useState(letters.slice(0, 4));
  const selection = useSelection(rows, idOf);
  return (
    <>
      <SelectLoaded selection={selection} many="letters" />
      <div role="feed" data-list>
        {rows.map((row) => (
          <div key={row} data-testid={row} {...rowKeys({ selection, row })}>
            <SelectBox selection={selection} row={row} name={row} />
          </div>
        ))}
      </div>
      <button onClick={() => setRows(['d', 'c'])}>Search</button>
      <SelectionBar
        selection={selection}
        one="letter"
        many="letters"
        total={5}
        figures="7 acres"
        onAll={() => {
          selection.add(letters);
          return Promise.resolve();
        }}
      >
        <button onClick={() => onAct(selection.chosen)}>Act</button>
        <button
          onClick={() => {
            setRows(rows.filter((row) => !selection.has(row)));
            selection.clear();
          }}
        >
          Remove
        </button>
        <InMore ifNarrow>
          <button>Assign</button>
        </InMore>
        <InMore>
          <button onClick={() => onAct(['rare'])}>Rare</button>
        </InMore>
      </SelectionBar>
    </>
  );
}

function open() {
  const onAct = vi.fn();
  render(
    <MantineProvider env="test">
      <List onAct={onAct} />
    </MantineProvider>,
  );
  const user = userEvent.setup({ delay: null });
  const box = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` });
  const on = () => letters.filter((name) => screen.queryByRole('checkbox', { name: `Select ${name}`, checked: true }));
  return { user, onAct, box, on, bar: () => screen.queryByRole('toolbar', { name: 'Actions for the selected letters' }) };
}

it('selects by click, and from the last click on with Shift', async () => {
  const { user, box, on, bar } = open();
  expect(bar()).not.toBeInTheDocument();
  await user.click(box('b'));
  await user.keyboard('{Shift>}');
  await user.click(box('d'));
  await user.keyboard('{/Shift}');
  expect(on()).toEqual(['b', 'c', 'd']);
  expect(screen.getByRole('checkbox', { name: 'Select all loaded letters' })).toBePartiallyChecked();
  await user.click(box('c'));
  expect(on()).toEqual(['b', 'd']);
  expect(screen.getByRole('status')).toHaveTextContent('2 letters selected');
});

it('selects by keys on the focused row', async () => {
  const { user, on, bar } = open();
  screen.getByTestId('a').focus();
  await user.keyboard(' {ArrowDown}{ArrowDown}{Shift>}X{/Shift}');
  expect(on()).toEqual(['a', 'b', 'c']);
  await user.keyboard('x');
  expect(on()).toEqual(['a', 'b']);
  await user.keyboard('a');
  expect(screen.getByRole('button', { name: 'Select all 5 of the list' })).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('button', { name: 'Act' })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(on()).toEqual([]);
  expect(bar()).not.toBeInTheDocument();
  expect(screen.getByTestId('c')).toHaveFocus();
});

it.each([
  [['a', 'b'], 'c'],
  [['c', 'd'], 'b'],
])('has the focus beside the rows %s that were removed, when the bar is gone with them', async (removed, beside) => {
  const { user, box, bar } = open();
  for (const name of removed) await user.click(box(name));
  screen.getByRole('button', { name: 'Remove' }).focus();
  await user.keyboard('{Enter}');
  expect(bar()).not.toBeInTheDocument();
  expect(screen.getByTestId(beside)).toHaveFocus();
});

it('selects all loaded rows, then those of the whole list, and hands them over in their order', async () => {
  const { user, onAct, on } = open();
  await user.click(screen.getByRole('checkbox', { name: 'Select all loaded letters' }));
  expect(on()).toEqual(['a', 'b', 'c', 'd']);
  screen.getByRole('button', { name: 'Select all 5 of the list' }).focus();
  await user.keyboard('{Enter}');
  // The button is gone, the bar still has the focus.
  await waitFor(() => expect(screen.getByText('5 letters selected').parentElement).toHaveFocus());
  await user.click(screen.getByRole('button', { name: 'Act' }));
  expect(onAct).toHaveBeenLastCalledWith(letters);
  // What another search does not list stays selected.
  await user.click(screen.getByRole('button', { name: 'Search' }));
  await user.click(screen.getByRole('button', { name: 'Act' }));
  expect(onAct).toHaveBeenLastCalledWith(['d', 'c', 'a', 'b', 'e']);
  await user.click(screen.getByRole('checkbox', { name: 'Select all loaded letters' }));
  expect(screen.getByRole('status')).toHaveTextContent('3 letters selected');
  await user.click(screen.getByRole('button', { name: 'Clear the selection' }));
  expect(on()).toEqual([]);
  // None of them was selected by itself.
  expect(screen.getByTestId('d')).toHaveFocus();
});

it('has what is used less in the panel of More, which keys reach and close', async () => {
  const { user, box, onAct, on } = open();
  await user.click(box('a'));
  expect(screen.getByRole('button', { name: 'Assign' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Rare' })).not.toBeInTheDocument();
  screen.getByRole('button', { name: 'Act' }).focus();
  // What is hidden is passed over.
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
  const more = screen.getByRole('button', { name: 'More', expanded: false });
  expect(more).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('button', { name: 'Clear the selection' })).toHaveFocus();
  await user.keyboard('{ArrowLeft}{Enter}{ArrowRight}');
  expect(screen.getByRole('button', { name: 'Rare' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(onAct).toHaveBeenLastCalledWith(['rare']);
  await user.keyboard('{Escape}');
  expect(more).toHaveFocus();
  expect(more).toHaveAttribute('aria-expanded', 'false');
  expect(on()).toEqual(['a']);
  await user.click(more);
  expect(more).toHaveAttribute('aria-expanded', 'true');
  await user.click(document.body);
  expect(more).toHaveAttribute('aria-expanded', 'false');
});

it('is two short lines on a phone', async () => {
  const listening = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => ({ ...listening, matches: media.includes('max-width') }) as never);
  const { user, box } = open();
  await user.click(box('a'));
  expect(screen.getByRole('button', { name: 'Select all 5 of the list' })).toHaveTextContent(/^Select all 5$/);
  expect(screen.getByText('7 acres')).not.toBeVisible();
  expect(screen.queryByRole('button', { name: 'Assign' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'More' }));
  expect(screen.getByRole('button', { name: 'Assign' })).toBeVisible();
  expect(screen.getByText('7 acres')).toBeVisible();
});

it('moves figures that do not fit whole into the panel of More, and back', async () => {
  const watching: (() => void)[] = [];
  const resized = () => watching.forEach((onResize) => onResize());
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(onResize: () => void) {
        watching.push(onResize);
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
  const { user, box } = open();
  await user.click(box('a'));
  const line = screen.getByText('7 acres').parentElement;
  expect(line).not.toHaveAttribute('aria-hidden');
  const height = vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(40);
  act(resized);
  expect(line).toHaveAttribute('aria-hidden', 'true');
  await user.click(screen.getByRole('button', { name: 'More' }));
  const panel = screen.getByRole('group', { name: 'More actions for the selected letters' });
  expect(within(panel).getByText('7 acres')).toBeVisible();
  height.mockRestore();
  act(resized);
  expect(line).not.toHaveAttribute('aria-hidden');
  expect(panel).not.toHaveTextContent('7 acres');
});
