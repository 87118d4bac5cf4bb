import { act, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { DraftKeeper } from './draft-keeper';
import { leaveQuestion, useLeaveGuard } from './use-leave-guard';

const store = { save: vi.fn(() => Promise.resolve()), remove: vi.fn(() => Promise.resolve()), beacon: vi.fn(), log: vi.fn() };
const ask = vi.fn<(question: string) => Promise<boolean>>();
/** Short of the autosave, which would store the draft too. */
const beforeAutosave = { timeout: 500 };
let keeper: DraftKeeper;

function Letter() {
  useLeaveGuard(keeper, ask);
  return <p>the letter</p>;
}

function open() {
  const router = createMemoryRouter([
    { path: '/', element: <Letter /> },
    { path: '/property', element: <p>the property</p> },
  ]);
  render(<RouterProvider router={router} />);
  return router;
}

beforeEach(() => {
  vi.clearAllMocks();
  store.save.mockImplementation(() => Promise.resolve());
  store.remove.mockImplementation(() => Promise.resolve());
  keeper = new DraftKeeper(store);
  keeper.open('a');
});

it('lets a clean letter go without a question', async () => {
  const router = open();
  await act(() => router.navigate('/property'));
  expect(screen.getByText('the property')).toBeInTheDocument();
  expect(ask).not.toHaveBeenCalled();
});

it('asks before a dirty letter is left, and deletes its draft on yes', async () => {
  ask.mockResolvedValue(true);
  const router = open();
  keeper.edit('ab');
  await act(() => router.navigate('/property'));
  await waitFor(() => expect(screen.getByText('the property')).toBeInTheDocument());
  expect(ask).toHaveBeenCalledExactlyOnceWith(leaveQuestion);
  expect(store.remove).toHaveBeenCalledOnce();
  expect(store.save).not.toHaveBeenCalled();
});

it('stays on no, and stores the draft at once', async () => {
  ask.mockResolvedValue(false);
  const router = open();
  keeper.edit('ab');
  await act(() => router.navigate('/property'));
  await waitFor(() => expect(store.save).toHaveBeenCalledWith('ab', expect.anything()), beforeAutosave);
  expect(screen.getByText('the letter')).toBeInTheDocument();
  expect(store.remove).not.toHaveBeenCalled();
});

it('has the browser warn only while the letter is dirty, and withdraws the draft when the page goes', () => {
  open();
  const clean = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(clean);
  expect(clean.defaultPrevented).toBe(false);
  keeper.edit('ab');
  const dirty = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(dirty);
  expect(dirty.defaultPrevented).toBe(true);
  window.dispatchEvent(new Event('pagehide'));
  expect(store.beacon).toHaveBeenCalledOnce();
});

it('stores the draft at the first sign of a person who answered the warning by staying', async () => {
  open();
  keeper.edit('ab');
  window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  window.dispatchEvent(new Event('pointermove'));
  await waitFor(() => expect(store.save).toHaveBeenCalledWith('ab', expect.anything()), beforeAutosave);
});
