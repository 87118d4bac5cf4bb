import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ReachForm } from './reach-form';
import type { Choice } from './shape';

const line = {
  type: 'LineString' as const,
  coordinates: [
    [-95.37, 29.76],
    [-95.36, 29.76],
  ],
};
const corridor = { corridor: { line, distance_m: 30.48 } };

function show(choice: Choice) {
  const onCount = vi.fn<(choice: Choice) => void>();
  render(
    <MantineProvider env="test">
      <ReachForm choice={choice} onCount={onCount} />
    </MantineProvider>,
  );
  return onCount;
}

it('counts again with another width of the strip, on Enter', async () => {
  const onCount = show(corridor);
  const field = screen.getByLabelText('Distance to each side of the line, feet');
  expect(field).toHaveValue('100');
  await userEvent.clear(field);
  await userEvent.type(field, '250{Enter}');
  expect(onCount).toHaveBeenCalledExactlyOnceWith({ corridor: { line, distance_m: 76.2 } });
});

it("counts when the field is left, within the server's bounds only", async () => {
  const onCount = show(corridor);
  const field = screen.getByLabelText('Distance to each side of the line, feet');
  await userEvent.clear(field);
  await userEvent.type(field, '40000');
  await userEvent.tab();
  expect(field).toHaveAccessibleDescription('More than 0, at most 32,808 ft');
  expect(onCount).not.toHaveBeenCalled();
  await userEvent.clear(field);
  await userEvent.type(field, '500');
  await userEvent.tab();
  expect(onCount).toHaveBeenCalledExactlyOnceWith({ corridor: { line, distance_m: 152.4 } });
  expect(field).not.toBeInvalid();
});

it('is not counted again while nothing changed', async () => {
  const onCount = show(corridor);
  const field = screen.getByLabelText('Distance to each side of the line, feet');
  await userEvent.type(field, '{Enter}');
  await userEvent.tab();
  expect(onCount).not.toHaveBeenCalled();
});

it('takes the radius of a circle in feet or miles', async () => {
  const circle = { lon: -95.37, lat: 29.76, radius_m: 1609.344 };
  const onCount = show({ circle });
  const field = screen.getByLabelText('Radius');
  expect(field).toHaveValue('1');
  await userEvent.selectOptions(screen.getByLabelText('Unit'), 'Feet');
  // The same circle.
  expect(field).toHaveValue('5,280');
  expect(onCount).not.toHaveBeenCalled();
  await userEvent.clear(field);
  await userEvent.type(field, '1000{Enter}');
  expect(onCount).toHaveBeenCalledExactlyOnceWith({ circle: { ...circle, radius_m: 304.8 } });
});

it('is nothing of an area without a distance', () => {
  show({ bbox: [-95.4, 29.7, -95.3, 29.8] });
  expect(screen.queryByRole('textbox')).toBeNull();
});
