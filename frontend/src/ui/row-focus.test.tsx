import { MantineProvider, Modal, Table } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { CardList } from './card-list';
import { useFocusBack } from './focus-back';
import { rowKeys } from './row-keys';
import { useSelection, type Selection } from './use-selection';
import { VirtualTable } from './virtual-table';

const idOf = (name: string): string => name;
const all = ['a', 'b', 'c', 'd'];

interface ListProps {
  readonly rows: readonly string[];
  readonly selection: Selection<string>;
}

const shared = { hasMore: false, onEnd: () => undefined };

function Rows({ rows, selection }: ListProps) {
  return (
    <VirtualTable
      {...shared}
      caption="Letters"
      columns={[{ label: 'Name' }]}
      rows={rows}
      keyOf={idOf}
      total={rows.length}
      row={(row, tr) => (
        <Table.Tr {...tr} {...rowKeys({ selection, row })}>
          <Table.Td>
            <button>Menu of {row}</button>
          </Table.Td>
        </Table.Tr>
      )}
    />
  );
}

/** As on a phone, in one column; the card's link has the keys. */
function Cards({ rows, selection }: ListProps) {
  return (
    <CardList
      {...shared}
      label="Letters"
      cards={rows}
      idOf={idOf}
      total={rows.length}
      height={100}
      empty="No letters"
      card={(card, props) => (
        <article {...props}>
          <a href="/elsewhere" {...rowKeys({ selection, row: card })}>
            {card}
          </a>
          <button>Menu of {card}</button>
        </article>
      )}
    />
  );
}

function Closing() {
  useFocusBack();
  return null;
}

interface ScreenProps {
  readonly list: (props: ListProps) => ReactNode;
  /** Whether a dialog gives the focus back by itself. */
  readonly gives?: boolean;
}

/** A list of which rows are removed by Alt and their letters (0: all), or with Shift in a dialog. */
function Screen({ list, gives = false }: ScreenProps) {
  const [rows, setRows] = useState<readonly string[]>(all);
  const [asked, setAsked] = useState<string>();
  const selection = useSelection(rows, idOf);
  const remove = (letters: string): void => setRows((before) => before.filter((row) => !letters.includes(row)));
  return (
    <div
      onKeyDown={({ key, altKey, shiftKey }) => {
        if (!altKey) return;
        if (shiftKey) setAsked(key.toLowerCase());
        else remove(key === '0' ? 'abcd' : key);
      }}
    >
      <input aria-label="Search" onChange={({ target }) => remove(target.value)} />
      {list({ rows, selection })}
      <Modal opened={asked !== undefined} onClose={() => setAsked(undefined)} title="Question">
        <button onClick={() => remove(asked ?? '')}>Remove</button>
        {gives && <Closing />}
      </Modal>
    </div>
  );
}

function open(props: ScreenProps) {
  render(
    <MantineProvider env="test">
      <Screen {...props} />
    </MantineProvider>,
  );
  return userEvent.setup({ delay: null });
}

const focused = () => (document.activeElement as HTMLElement).dataset['row'];
const rowOf = (name: string) => document.querySelector<HTMLElement>(`[data-row="${name}"]`);

describe.each([
  ['table', Rows],
  ['list of cards', Cards],
])('the focus in a %s,', (_, list) => {
  it.each([
    ['b', '{Alt>}b{/Alt}', 'c'],
    ['d', '{Alt>}d{/Alt}', 'c'],
    // A neighbour that goes later too.
    ['b', '{Alt>}bcd{/Alt}', 'a'],
    ['b', '{Alt>}a{/Alt}', 'b'],
  ])('of row %s when %s removes rows, is in row %s', async (from, keys, to) => {
    const user = open({ list });
    rowOf(from)?.focus();
    await user.keyboard(keys);
    expect(focused()).toBe(to);
  });

  it('is in the next row when it was on a button of the row', async () => {
    const user = open({ list });
    screen.getByRole('button', { name: 'Menu of b' }).focus();
    await user.keyboard('{Alt>}b{/Alt}');
    expect(focused()).toBe('c');
  });

  it('is on the frame when no row is left', async () => {
    const user = open({ list });
    rowOf('b')?.focus();
    await user.keyboard('{Alt>}0{/Alt}');
    expect(document.activeElement).toHaveAttribute('data-list');
  });

  it('is not taken from a field, or from nowhere', async () => {
    const user = open({ list });
    rowOf('b')?.focus();
    await user.type(screen.getByLabelText('Search'), 'b');
    expect(screen.getByLabelText('Search')).toHaveFocus();
    expect(rowOf('b')).toBeNull();
    rowOf('c')?.focus();
    rowOf('c')?.blur();
    await user.keyboard('{Alt>}c{/Alt}');
    expect(document.body).toHaveFocus();
  });

  it.each([false, true])('is in the next row when a dialog closes in which the row was removed (it gives back: %s)', async (gives) => {
    const user = open({ list, gives });
    rowOf('b')?.focus();
    await user.keyboard('{Alt>}{Shift>}b{/Shift}{/Alt}');
    const remove = await screen.findByRole('button', { name: 'Remove' });
    await user.click(remove);
    expect(rowOf('b')).toBeNull();
    expect(remove).toHaveFocus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(focused()).toBe('c'));
  });
});
