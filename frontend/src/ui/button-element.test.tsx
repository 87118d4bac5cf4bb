import { ActionIcon, Button, MantineProvider } from '@mantine/core';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { theme } from '../theme';
import { DialogProvider } from './dialog-provider';
import { useConfirm } from './dialogs';

const pressed = vi.fn<() => void>();
const submitted = vi.fn<() => void>();
let end: () => void;
const untilEnd = () => new Promise<void>((resolve) => (end = resolve));

beforeEach(() => {
  pressed.mockClear();
  submitted.mockClear();
});

interface Work {
  readonly busy: boolean;
  /** Whether the work was done once. */
  readonly done: boolean;
  readonly start: () => void;
}

/** A form whose button works until `end` is called. */
function Stage({ children }: { readonly children: (work: Work) => ReactNode }) {
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);
  async function work(): Promise<void> {
    setBusy(true);
    await untilEnd();
    setBusy(false);
    setDone(true);
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submitted();
        void work();
      }}
    >
      <input aria-label="Name" />
      {children({
        busy,
        done,
        start: () => {
          pressed();
          void work();
        },
      })}
      <button type="button">After</button>
    </form>
  );
}

function show(children: (work: Work) => ReactNode) {
  render(
    <MantineProvider theme={theme} env="test">
      <Stage>{children}</Stage>
    </MantineProvider>,
  );
  return userEvent.setup({ delay: null });
}

const save = () => screen.getByRole('button', { name: 'Save' });
const after = () => screen.getByRole('button', { name: 'After' });
const finish = () =>
  act(async () => {
    end();
    await Promise.resolve();
  });

describe('a button that works', () => {
  it('keeps the focus, and is pressed once', async () => {
    const user = show(({ busy, start }) => (
      <Button loading={busy} onClick={start}>
        Save
      </Button>
    ));
    save().focus();
    await user.keyboard('{Enter}');
    expect(save()).toHaveFocus();
    expect(save()).toHaveAttribute('aria-disabled', 'true');
    await user.keyboard('{Enter} ');
    await user.click(save());
    expect(pressed).toHaveBeenCalledOnce();
    await finish();
    expect(save()).toHaveFocus();
    expect(save()).not.toHaveAttribute('aria-disabled');
    await user.keyboard('{Enter}');
    expect(pressed).toHaveBeenCalledTimes(2);
  });

  it('submits its form once, from the button and from a field', async () => {
    const user = show(({ busy }) => (
      <Button type="submit" loading={busy}>
        Save
      </Button>
    ));
    await user.click(save());
    await user.keyboard('{Enter}');
    expect(save()).toHaveFocus();
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Lakeview{Enter}');
    expect(submitted).toHaveBeenCalledOnce();
    await finish();
    await user.type(screen.getByRole('textbox', { name: 'Name' }), '{Enter}');
    expect(submitted).toHaveBeenCalledTimes(2);
  });

  it('keeps the focus when there is nothing more to do, until it moves on', async () => {
    const user = show(({ busy, done, start }) => (
      <Button loading={busy} disabled={done} onClick={start}>
        Save
      </Button>
    ));
    await user.click(save());
    await finish();
    expect(save()).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(pressed).toHaveBeenCalledOnce();
    await user.tab();
    expect(after()).toHaveFocus();
    expect(save()).toBeDisabled();
  });

  it.each(['loading', 'disabled'])('gets the focus back from the question that it asked, and is %s then', async (state) => {
    function Asking({ busy, start }: Work) {
      const confirm = useConfirm();
      const ask = async () => {
        if (await confirm({ sentence: 'Save?', confirm: 'Yes', destructive: false })) start();
      };
      return (
        <Button {...{ [state]: busy }} onClick={() => void ask()}>
          Save
        </Button>
      );
    }
    const user = show((work) => (
      <DialogProvider>
        <Asking {...work} />
      </DialogProvider>
    ));
    await user.click(save());
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(save()).toHaveFocus());
    expect(save()).toHaveAttribute('aria-disabled', 'true');
    await finish();
    expect(save()).toHaveFocus();
  });

  it('may be an icon', async () => {
    const user = show(({ busy, start }) => (
      <ActionIcon aria-label="Save" loading={busy} onClick={start}>
        +
      </ActionIcon>
    ));
    await user.click(save());
    await user.keyboard('{Enter}');
    expect(save()).toHaveFocus();
    expect(pressed).toHaveBeenCalledOnce();
  });
});

it('a button held down with Enter is pressed once', async () => {
  const user = show(({ start }) => <Button onClick={start}>Save</Button>);
  save().focus();
  await user.keyboard('{Enter>3/}');
  expect(pressed).toHaveBeenCalledOnce();
});

it('a button that is disabled from the start cannot have the focus', async () => {
  const user = show(() => <Button disabled>Save</Button>);
  await user.tab();
  await user.tab();
  expect(after()).toHaveFocus();
  expect(save()).toBeDisabled();
});

it('a link that looks like a button stays one', () => {
  show(() => (
    <Button component="a" href="/sales">
      Sales
    </Button>
  ));
  expect(screen.getByRole('link', { name: 'Sales' })).not.toHaveAttribute('type');
});
