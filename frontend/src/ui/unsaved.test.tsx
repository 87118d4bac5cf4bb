import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act, useState } from 'react';
import { useNavigate } from 'react-router';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '../testing/render-screen';
import { useConfirm, useNotice } from './dialogs';
import { FormModal } from './form-modal';
import { useUnsaved } from './unsaved';

function Form({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const navigate = useNavigate();
  const { saved, mayLeave } = useUnsaved(name !== '');
  return (
    <>
      <input aria-label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
      <button onClick={() => void mayLeave().then((leave) => leave && onClose())}>Cancel</button>
      <button
        onClick={() => {
          saved();
          void navigate('/elsewhere');
        }}
      >
        Save
      </button>
    </>
  );
}

function Screen() {
  const [opened, setOpened] = useState(true);
  return (
    <FormModal opened={opened} onClose={() => setOpened(false)} title="Add">
      <Form onClose={() => setOpened(false)} />
    </FormModal>
  );
}

const user = userEvent.setup({ delay: null });
const question = 'What you typed is not saved. Discard it?';

it('closes an untouched form without a question', async () => {
  renderScreen(<Screen />);
  await screen.findByLabelText('Name');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByLabelText('Name')).not.toBeInTheDocument());
  expect(screen.queryByText(question)).not.toBeInTheDocument();
});

it.each([
  ['Esc', () => user.keyboard('{Escape}')],
  ['the close button', () => user.click(screen.getByRole('button', { name: 'Close' }))],
  ['Cancel', () => user.click(screen.getByRole('button', { name: 'Cancel' }))],
])('asks before %s throws away what was typed, and keeps it on no', async (_, leave) => {
  renderScreen(<Screen />);
  await user.type(await screen.findByLabelText('Name'), 'Ada');
  await leave();
  expect(await screen.findByText(question)).toBeInTheDocument();
  // Esc answers the question and does not ask it again.
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText(question)).not.toBeInTheDocument());
  expect(screen.getByLabelText('Name')).toHaveValue('Ada');
  await leave();
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByLabelText('Name')).not.toBeInTheDocument());
});

it('asks before another page is opened, but not after saving', async () => {
  const { router } = renderScreen(<Screen />);
  await user.type(await screen.findByLabelText('Name'), 'Ada');
  await act(() => router.navigate('/elsewhere'));
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(screen.getByLabelText('Name')).toHaveValue('Ada');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('another page')).toBeInTheDocument();
});

it('has the browser warn only while something is unsaved', async () => {
  renderScreen(<Screen />);
  const close = (): Event => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event;
  };
  const name = await screen.findByLabelText('Name');
  expect(close().defaultPrevented).toBe(false);
  await user.type(name, 'Ada');
  expect(close().defaultPrevented).toBe(true);
});

function Removal({ onSure, restore }: { readonly onSure?: (sure: boolean) => void; readonly restore: () => Promise<unknown> }) {
  const confirm = useConfirm();
  const notice = useNotice();
  return (
    <>
      <button onClick={() => void confirm({ sentence: 'Delete it?', confirm: 'Delete', cancel: 'Keep' }).then(onSure)}>Ask</button>
      <button onClick={() => notice.undo('Contact deleted', restore)}>Remove</button>
    </>
  );
}

it('gives the safe verb of a destructive question the focus, so that Enter destroys nothing', async () => {
  const onSure = vi.fn();
  renderScreen(<Removal onSure={onSure} restore={vi.fn()} />);
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Keep' })).toHaveFocus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(onSure).toHaveBeenCalledExactlyOnceWith(false));
});

it('undoes a removal, and says when that fails', async () => {
  const restore = vi.fn<() => Promise<void>>().mockResolvedValueOnce().mockRejectedValueOnce(new Error('The contact is gone.'));
  renderScreen(<Removal restore={restore} />);
  for (const outcome of [undefined, 'This could not be undone. The contact is gone.']) {
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Contact deleted');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    if (outcome) expect(await screen.findByText(outcome)).toBeInTheDocument();
    else await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  }
  expect(restore).toHaveBeenCalledTimes(2);
});
