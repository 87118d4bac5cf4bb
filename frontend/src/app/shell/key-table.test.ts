import { expect, it } from 'vitest';
import { destinations, shortcutGroups } from './key-table';

const sources = import.meta.glob<string>(
  ['../../**/*.ts', '../../**/*.tsx', '!../../**/*.test.ts', '!../../**/*.test.tsx', '!../../api/generated/*', '!../../testing/*'],
  { query: '?raw', import: 'default', eager: true },
);

/** The files that handle keys, and the groups of the table that tell of them; none where a field or a button only does what all of its kind do. */
const toldIn: Readonly<Record<string, readonly string[]>> = {
  'app/shell/command-search.tsx': ['Everywhere', 'In the search'],
  'app/shell/shell.tsx': ['Everywhere'],
  'app/shell/keys.ts': ['Everywhere'],
  'ui/undo-key.ts': ['Everywhere'],
  'app/shell/project-bar.tsx': ['In a project'],
  'ui/use-selection.ts': ['In lists'],
  'ui/row-keys.ts': ['In lists', 'In cells of a list'],
  'ui/selection-bar.tsx': ['In lists'],
  'ui/edit-field.tsx': ['In cells of a list'],
  'ui/editable-cell.tsx': ['In cells of a list'],
  'features/letters/price-cell.tsx': ['In cells of a list'],
  'features/pipeline/deal-card.tsx': ['On the board'],
  'features/parcel-map/inspect/keys.ts': ['On the map'],
  'features/parcel-map/inspect/inspect-panel.tsx': ['On the map'],
  'features/parcel-map/inspect/tiles.ts': ['On the map'],
  'features/parcel-map/use-escape.ts': ['On the map'],
  'features/parcel-map/point-tools.tsx': ['On the map'],
  'features/parcel-map/draw-tool.tsx': ['On the map'],
  'features/parcel-map/parcel-popup.tsx': ['On the map'],
  'features/parcel-map/selection/selection-pad.tsx': ['On the map'],
  'features/parcel-map/selection/selection-panel.tsx': ['On the map'],
  'features/parcel-map/filters/text-filter.tsx': ['On the map'],
  'features/parcel-map/side-panel.tsx': ['On a phone with a keyboard'],
  'features/parcel-map/criteria/results/result-row.tsx': ['In results of a search'],
  'features/growth/area/use-selection.ts': ['On the growth map'],
  'features/letters/make-screen.tsx': ['In letters'],
  'features/viewer/pdf-view.tsx': ['In a PDF file'],
  // Enter and Esc of a form, a field or a menu.
  'features/parcel-map/filters/chip-button.tsx': [],
  'features/parcel-map/selection/distance-field.tsx': [],
  'features/pipeline/deal/mention-field.tsx': [],
  'features/pipeline/deal/note-line.tsx': [],
  'features/pipeline/deal/step-form.tsx': [],
  'features/pipeline/deal/task-line.tsx': [],
  'features/property/panel.tsx': [],
  'ui/button-element.tsx': [],
  'ui/popover-panel.tsx': [],
  // Any key at all is a sign that somebody is there.
  'features/letter/use-leave-guard.ts': [],
  'features/sign/attention.ts': [],
};

const handles = /'keydown'|usePanelKeys\(panel|onKeyDown|useHotkeys\(|shortcut=\{|\bevent\.key\b|ArrowUp: \[/;

/** Names in the table of what browsers call the keys. */
const names: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
  '-': '−',
};

/** The keys that a file compares with, as the table names them. */
function keysIn(source: string): ReadonlySet<string> {
  const code = source.replace(/\/\*[^]*?\*\/|\/\/.*/g, '');
  const whole = code.matchAll(/\b(Arrow(?:Up|Down|Left|Right)|Page(?:Up|Down)|Escape|Enter|Backspace)\b|mod ?\+ ?(\w+)/gi);
  const letters = code.matchAll(/(?:key|toLowerCase\(\)) [!=]== '([a-z?])'/gi);
  const signs = code.matchAll(/'([+-])': /g);
  return new Set(
    [...whole, ...letters, ...signs].map(([, first, chord]) => {
      const key = chord ?? first ?? '';
      const known = Object.entries(names).find(([name]) => name.toLowerCase() === key.toLowerCase());
      return known?.[1] ?? (key.length === 1 ? key.toUpperCase() : key);
    }),
  );
}

const path = (file: string): string =>
  file
    .replace('../../', '')
    .replace(/^\.\//, 'app/shell/')
    .replace(/^\.\.\//, 'app/');
const byPath = new Map(Object.entries(sources).map(([file, source]) => [path(file), source]));
const keysOf = (group: string): readonly string[] =>
  shortcutGroups.find((each) => each.group === group)?.shortcuts.flatMap(({ keys }) => keys) ?? [];

it('tells of every file that handles keys', () => {
  const found = [...byPath].filter(([file, source]) => handles.test(source) && !file.endsWith('key-table.ts')).map(([file]) => file);
  expect(found.toSorted()).toEqual(Object.keys(toldIn).toSorted());
});

it.each(Object.entries(toldIn).filter(([, groups]) => groups.length > 0))('declares the keys that %s handles', (file, groups) => {
  const declared = new Set(groups.flatMap(keysOf));
  expect([...keysIn(byPath.get(file) ?? '')].filter((key) => !declared.has(key))).toEqual([]);
});

it.each(shortcutGroups)('has a handler for each key of $group', ({ group, shortcuts }) => {
  const handled = new Set(
    Object.entries(toldIn)
      .filter(([, groups]) => groups.includes(group))
      .flatMap(([file]) => [...keysIn(byPath.get(file) ?? '')]),
  );
  // Modifiers are tested by the handlers' own tests.
  const declared = shortcuts.filter(({ then }) => !then).flatMap(({ keys }) => keys.filter((key) => key !== 'Ctrl' && key !== 'Shift'));
  expect(declared.filter((key) => !handled.has(key))).toEqual([]);
});

it('has a screen for each letter after G', () => {
  const keys = [...(byPath.get('app/shell/keys.ts') ?? '').matchAll(/case '([a-z])'/g)].map(([, key]) => key);
  expect(destinations.map(({ key }) => key).toSorted()).toEqual(keys.toSorted());
});
