import { expect, it } from 'vitest';
import { columnName } from './column-name';

it('names columns as spreadsheets do', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
});
