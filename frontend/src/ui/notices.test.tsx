import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { theme } from '../theme';
import { useNotice, type Notices } from './dialogs';
import { NoticeList } from './notice-list';
import { noticesAbove } from './notices-above';

it('says how many notices there are behind the newest, which comes last', async () => {
  let notices: Notices | undefined;
  function Telling() {
    const notice = useNotice();
    return <button onClick={() => (notices = notice)}>take</button>;
  }
  render(
    <MantineProvider theme={theme} env="test">
      <NoticeList />
      <Telling />
    </MantineProvider>,
  );
  act(() => screen.getByRole('button', { name: 'take' }).click());
  const more = () => document.querySelector('[data-position="top-right"]')?.getAttribute('data-more');
  act(() => notices?.undo('First.', () => Promise.resolve()));
  expect(await screen.findByText('First.')).toBeVisible();
  expect(more()).toBeNull();
  act(() => notices?.success('Second.'));
  expect(await screen.findByText('Second.')).toBeVisible();
  expect(more()).toBe('1 more');
  // A phone shows the last one.
  const alerts = screen.getAllByRole('alert');
  expect(alerts.at(-1)).toHaveTextContent('Second.');
  expect(alerts.at(-1)?.parentElement?.lastElementChild).toBe(alerts.at(-1));
});

it('keeps notices above a bar at the lower edge while it is there', () => {
  let resized: () => void = () => undefined;
  const disconnect = vi.fn();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(told: () => void) {
        resized = told;
      }
      observe = () => undefined;
      disconnect = disconnect;
    },
  );
  const bar = document.createElement('div');
  Object.defineProperty(bar, 'offsetHeight', { value: 84 });
  const leave = noticesAbove(bar);
  resized();
  const height = () => document.documentElement.style.getPropertyValue('--lower-bar-height');
  expect(height()).toBe('92px');
  leave?.();
  expect(height()).toBe('');
  expect(disconnect).toHaveBeenCalledOnce();
});
