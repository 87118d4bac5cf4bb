import { act, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { DraftKeeper } from './draft-keeper';
import { leaveQuestion, useLeaveGuard } from './use-leave-guard';

const saved = { version: 1, at: '2026-11-21T23:04:00Z' };
const store = {
  save: vi.fn(() => Promise.resolve(saved)),
  remove: vi.fn(() => Promise.resolve()),
  beacon: vi.fn(),
  setAside: vi.fn(() => Promise.resolve()),
  copy: { write: vi.fn(), drop: vi.fn() },
  log: vi.fn(),
};
const onDiscarded = vi.fn<(html: string) => void>();
const ask = vi.fn<(question: string) => Promise<boolean>>();
/** Shorter than the autosave delay, which would save the draft too. */
const beforeAutosave = { timeout: 500 };
let keeper: DraftKeeper;

function Letter() {
  useLeaveGuard(keeper, ask, onDiscarded);
  return <p>the letter</p>;
}

function open() {
  const router = createMemoryRouter([
    { path: '/', element: <Letter /> },
    { path: '/property', element: <p>the property</p> },
    { path: '/login', element: <p>the sign-in</p> },
  ]);
  render(<RouterProvider router={router} />);
  return router;
}

beforeEach(() => {
  vi.clearAllMocks();
  store.save.mockImplementation(() => Promise.resolve(saved));
  store.remove.mockImplementation(() => Promise.resolve());
  keeper = new DraftKeeper(store);
  keeper.open({ html: 'a', version: 0 });
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
  expect(onDiscarded).toHaveBeenCalledExactlyOnceWith('ab');
  expect(store.save).not.toHaveBeenCalled();
});

it('asks nothing and discards nothing when the session has ended', async () => {
  const router = open();
  keeper.edit('ab');
  await act(() => router.navigate('/login'));
  expect(screen.getByText('the sign-in')).toBeInTheDocument();
  expect(ask).not.toHaveBeenCalled();
  expect(store.remove).not.toHaveBeenCalled();
});

it('stays on no, and stores the draft at once', async () => {
  ask.mockResolvedValue(false);
  const router = open();
  keeper.edit('ab');
  await act(() => router.navigate('/property'));
  await waitFor(() => expect(store.save).toHaveBeenCalledWith(expect.objectContaining({ html: 'ab' }), expect.anything()), beforeAutosave);
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
  await waitFor(() => expect(store.save).toHaveBeenCalledWith(expect.objectContaining({ html: 'ab' }), expect.anything()), beforeAutosave);
});
