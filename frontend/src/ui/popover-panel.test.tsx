import { Button, MantineProvider, Popover, Select } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { theme } from '../theme';
import { PopoverPanel } from './popover-panel';

const user = userEvent.setup({ delay: null });

beforeEach(async () => {
  render(
    <MantineProvider theme={theme} env="test">
      <Popover closeOnEscape={false} trapFocus returnFocus>
        <Popover.Target>
          <Button>Filter</Button>
        </Popover.Target>
        <PopoverPanel aria-label="Filter">
          <Select label="Stage" data={['Found', 'Dropped']} />
        </PopoverPanel>
      </Popover>
    </MantineProvider>,
  );
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.click(await screen.findByRole('combobox', { name: 'Stage' }));
  await screen.findByRole('option', { name: 'Dropped' });
});

it('closes an open list first, then the popover, and gives the focus back to its button', async () => {
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('option', { name: 'Dropped' })).not.toBeInTheDocument());
  expect(screen.getByRole('combobox', { name: 'Stage' })).toHaveFocus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Stage' })).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByRole('button', { name: 'Filter' })).toHaveFocus());
});

it('stays open when an option is chosen', async () => {
  await user.click(screen.getByRole('option', { name: 'Dropped' }));
  expect(screen.getByRole('combobox', { name: 'Stage' })).toHaveValue('Dropped');
});
