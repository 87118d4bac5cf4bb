import { Table } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '../testing/render-screen';
import { EditableCell, focusFirstCell } from './editable-cell';

function open(onSave: (text: string) => Promise<string | undefined>) {
  renderScreen(
    <Table>
      <Table.Tbody>
        <Table.Tr tabIndex={0} onKeyDown={(event) => event.target === event.currentTarget && focusFirstCell(event.currentTarget)}>
          <EditableCell label="Phone of Ann" value="7135550100" onSave={onSave}>
            (713) 555-0100
          </EditableCell>
          <EditableCell label="City of Ann" value="" onSave={onSave}>
            N/A
          </EditableCell>
        </Table.Tr>
      </Table.Tbody>
    </Table>,
  );
  return userEvent.setup({ delay: null });
}

it('is reached from its row by arrow keys, edited by Enter and saved by Enter', async () => {
  const save = vi.fn(() => Promise.resolve(undefined));
  const user = open(save);
  screen.getByRole('row').focus();
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('cell', { name: '(713) 555-0100' })).toHaveFocus();
  await user.keyboard('{ArrowRight}{Enter}');
  await user.type(screen.getByRole('textbox', { name: 'City of Ann' }), ' Waco {Enter}');
  await waitFor(() => expect(screen.queryByRole('textbox')).not.toBeInTheDocument());
  expect(save).toHaveBeenCalledExactlyOnceWith('Waco');
  expect(screen.getByRole('cell', { name: 'N/A' })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(screen.getByRole('row')).toHaveFocus();
});

it('is restored by Esc, and unchanged text is not saved', async () => {
  const save = vi.fn(() => Promise.resolve(undefined));
  const user = open(save);
  await user.dblClick(screen.getByRole('cell', { name: '(713) 555-0100' }));
  const input = screen.getByRole('textbox', { name: 'Phone of Ann' });
  expect(input).toHaveValue('7135550100');
  await user.type(input, '9{Escape}');
  expect(screen.getByRole('cell', { name: '(713) 555-0100' })).toBeVisible();
  await user.keyboard('{Enter}{Enter}');
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  expect(save).not.toHaveBeenCalled();
});

it('keeps what was typed and says why it could not be saved', async () => {
  const save = vi.fn(() => Promise.resolve('Someone else has changed this contact. Please look at it again.'));
  const user = open(save);
  await user.dblClick(screen.getByRole('cell', { name: '(713) 555-0100' }));
  await user.type(screen.getByRole('textbox'), '9{Enter}');
  expect(await screen.findByText('Someone else has changed this contact. Please look at it again.')).toBeVisible();
  expect(screen.getByRole('textbox')).toHaveValue('71355501009');
});
