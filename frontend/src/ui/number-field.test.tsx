import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { FilledNumberField, NumberField } from './number-field';

function Form({ given }: { readonly given?: number }) {
  const [value, setValue] = useState<number | undefined>(given);
  return (
    <MantineProvider>
      <NumberField label="Acres" thousandSeparator="," value={value} onChange={setValue} />
      <button type="button" onClick={() => setValue(7)}>
        Seven
      </button>
      <output>{value ?? 'none'}</output>
    </MantineProvider>
  );
}

const field = () => screen.getByLabelText('Acres');
const value = () => screen.getByRole('status');

test.each(['2.5', '0.05', '-1.25', '1200.5'])('%s typed key by key is that number', async (text) => {
  render(<Form />);
  await userEvent.type(field(), text);
  expect(value()).toHaveTextContent(new RegExp(`^${text.replaceAll('.', '\\.')}$`));
});

test('a sign alone and an emptied field are no number', async () => {
  render(<Form given={3} />);
  await userEvent.clear(field());
  expect(value()).toHaveTextContent('none');
  await userEvent.type(field(), '-');
  expect(value()).toHaveTextContent('none');
  expect(field()).toHaveValue('-');
});

test('a value that is set from outside replaces what was typed', async () => {
  render(<Form given={3} />);
  await userEvent.type(field(), '.');
  await userEvent.click(screen.getByRole('button', { name: 'Seven' }));
  expect(field()).toHaveValue('7');
});

function Years() {
  const [years, setYears] = useState(45);
  return (
    <MantineProvider>
      <FilledNumberField label="Years" min={1} max={100} clampBehavior="strict" value={years} otherwise={30} onChange={setYears} />
      <output>{years}</output>
    </MantineProvider>
  );
}

test('a field that always has a value can be emptied for another number', async () => {
  render(<Years />);
  const years = screen.getByLabelText('Years');
  await userEvent.type(years, '{Backspace}{Backspace}');
  expect(years).toHaveValue('');
  expect(value()).toHaveTextContent('30');
  await userEvent.type(years, '20');
  expect(years).toHaveValue('20');
  expect(value()).toHaveTextContent('20');
});

test('a field that always has a value shows it when it is left empty', async () => {
  render(<Years />);
  await userEvent.clear(screen.getByLabelText('Years'));
  await userEvent.tab();
  expect(screen.getByLabelText('Years')).toHaveValue('30');
});
