import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { useFocusBack } from './focus-back';

function Dialog({ onClose }: { readonly onClose: () => void }) {
  useFocusBack();
  return (
    <button type="button" onClick={onClose}>
      Close
    </button>
  );
}

/** What opens the dialog, in a list that can be loaded again. */
function Stage({ opener }: { readonly opener: (open: () => void, version: number) => ReactNode }) {
  const [open, setOpen] = useState(false);
  const [version, setVersion] = useState(0);
  return (
    <>
      <div tabIndex={-1} aria-label="List" role="group">
        {opener(() => setOpen(true), version)}
      </div>
      {open && (
        <Dialog
          onClose={() => {
            setVersion(version + 1);
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

async function openAndClose(name: string, role: 'button' | 'menuitem' = 'button'): Promise<void> {
  screen.getByRole(role, { name }).focus();
  await userEvent.keyboard('{Enter}');
  screen.getByRole('button', { name: 'Close' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
}

describe('the focus, when a dialog is gone,', () => {
  it('is where it was', async () => {
    render(<Stage opener={(open) => <button onClick={open}>Discard</button>} />);
    await openAndClose('Discard');
    expect(screen.getByRole('button', { name: 'Discard' })).toHaveFocus();
  });

  it('is on the row of the same parcel, if the list was loaded again', async () => {
    render(
      <Stage
        opener={(open, version) => (
          <button key={version} data-parcel="a" onClick={open}>
            Row {version}
          </button>
        )}
      />,
    );
    await openAndClose('Row 0');
    expect(screen.getByRole('button', { name: 'Row 1' })).toHaveFocus();
  });

  it('is on the list, if the row is gone', async () => {
    render(<Stage opener={(open, version) => version === 0 && <button onClick={open}>Row</button>} />);
    await openAndClose('Row');
    expect(screen.getByRole('group', { name: 'List' })).toHaveFocus();
  });

  it('is on the button of the menu that led to it', async () => {
    render(
      <Stage
        opener={(open, version) => (
          <>
            <button id="menu-button">Select</button>
            {version === 0 && (
              <div role="menu" aria-labelledby="menu-button">
                <button role="menuitem" onClick={open}>
                  By radius
                </button>
              </div>
            )}
          </>
        )}
      />,
    );
    await openAndClose('By radius', 'menuitem');
    expect(screen.getByRole('button', { name: 'Select' })).toHaveFocus();
  });
});
