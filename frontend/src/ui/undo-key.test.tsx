import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '../testing/render-screen';
import { useNotice } from './dialogs';

const restore = [vi.fn(() => Promise.resolve()), vi.fn(() => Promise.resolve())];

function Page() {
  const notice = useNotice();
  return (
    <>
      <input aria-label="Note" />
      {restore.map((each, index) => (
        <button key={String(index)} onClick={() => notice.undo(`Change ${index}`, each)}>
          Change {index}
        </button>
      ))}
    </>
  );
}

it('Ctrl+Z undoes the newest notice that is shown, once, and not from a field', async () => {
  const user = userEvent.setup();
  renderScreen(<Page />);
  await user.keyboard('{Control>}z{/Control}');
  for (const index of [0, 1]) await user.click(screen.getByRole('button', { name: `Change ${index}` }));
  expect(await screen.findAllByRole('button', { name: 'Undo' })).toHaveLength(2);
  await user.click(screen.getByLabelText('Note'));
  await user.keyboard('{Control>}z{/Control}');
  expect(restore.map((each) => each.mock.calls.length)).toEqual([0, 0]);
  await user.tab();
  await user.keyboard('z{Control>}z{/Control}');
  expect(restore.map((each) => each.mock.calls.length)).toEqual([0, 1]);
  await user.keyboard('{Meta>}z{/Meta}{Control>}z{/Control}');
  expect(restore.map((each) => each.mock.calls.length)).toEqual([1, 1]);
});
