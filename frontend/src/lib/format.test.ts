import { expect, test } from 'vitest';
import { counted, countyValue, phone, phoneDigits } from './format';

test.each([
  ['7135550100', '(713) 555-0100'],
  ['713-555-0100', '(713) 555-0100'],
  ['+1 713 555 0124', '(713) 555-0124'],
  ['1.713.555.0124', '(713) 555-0124'],
  ['+44 1234 5678', '+44 1234 5678'],
  ['555-0142', '555-0142'],
  ['713-555-0100 x12', '713-555-0100 x12'],
  [null, 'N/A'],
])('the number %j is shown as %s', (entered, shown) => expect(phone(entered)).toBe(shown));

test('a number is its digits without the country code', () => {
  expect(phoneDigits('+1 (713) 555-0124')).toBe('7135550124');
  expect(phoneDigits('555-01')).toBe('55501');
  expect(phoneDigits('Suite 713')).toBeUndefined();
});

test.each([
  [0, '0 letters'],
  [1, '1 letter'],
  [1204, '1,204 letters'],
])('%d is counted as %s', (count, shown) => expect(counted(count, 'letter')).toBe(shown));

test.each([
  [400_000, '$400,000'],
  [0, 'N/A'],
  [null, 'N/A'],
])("a county's value of %j is shown as %s", (value, shown) => expect(countyValue(value)).toBe(shown));
