import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '../../../testing/render-screen';
import { ChipForm } from './chip-form';
import { chips, type ChipValue } from './chips';

function open(id: string) {
  const chip = chips.find((each) => each.id === id);
  if (!chip) throw new Error(`There is no filter ${id}.`);
  const changed = vi.fn<(value: ChipValue | undefined) => void>();
  renderScreen(<ChipForm chip={chip} value={undefined} middle={() => undefined} onChange={changed} />);
  return changed;
}

it('of flood zones says where on a parcel they are judged', async () => {
  const changed = open('flood');
  expect(await screen.findByText(/^Judged at the parcel's inner point: .* Parcels of which this is unknown are left out\.$/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  expect(changed).toHaveBeenCalledExactlyOnceWith(false);
});

it('of other facts only says what becomes of unknown ones', async () => {
  open('absentee');
  expect(await screen.findByText('Parcels of which this is unknown are left out.')).toBeVisible();
});
