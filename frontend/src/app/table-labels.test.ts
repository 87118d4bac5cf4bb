import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as contacts from '../features/directory/contacts-view';
import * as properties from '../features/property/properties-view';

/** The columns whose cells the style sheet labels on phones. */
const labelled = [
  ...readFileSync(new URL('../ui/data-table.module.css', import.meta.url), 'utf8').matchAll(
    /td:(?:first-child|nth-child\((\d+)\))::before \{\s*content: var\(--column-(\d+)\)/g,
  ),
].map(([, cell = '1', label]) => [Number(cell), Number(label)]);

it('labels each cell with the heading of its own column', () => {
  expect(labelled).toEqual(labelled.map((_, index) => [index + 1, index + 1]));
});

it.each([
  ['contacts', contacts],
  ['properties', properties],
])('has a label for every column that the list of %s can have', (_, { ownColumns, moreColumns }) => {
  const most = ownColumns.length + Object.keys(moreColumns).length;
  expect(most).toBeGreaterThan(ownColumns.length);
  expect(labelled.length).toBeGreaterThanOrEqual(most);
});
