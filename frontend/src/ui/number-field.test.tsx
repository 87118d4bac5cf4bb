import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { NumberField } from './number-field';

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
