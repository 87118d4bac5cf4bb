/** A key or a combination, and what it does. */
export interface Shortcut {
  readonly keys: readonly string[];
  readonly what: string;
  /** Whether the keys are pressed one after the other. */
  readonly then?: true;
}

export interface ShortcutGroup {
  /** The screen, or the part of one. */
  readonly group: string;
  readonly shortcuts: readonly Shortcut[];
}

/** Where G and a letter go. The board and the map are those of the current project, or else the last one. */
export const destinations: readonly { readonly key: string; readonly label: string }[] = [
  { key: 'd', label: 'Dashboard' },
  { key: 'p', label: 'Projects' },
  { key: 'c', label: 'Contacts' },
  { key: 'o', label: 'Companies' },
  { key: 'l', label: 'Letters' },
  { key: 'e', label: 'Deals of all projects' },
  { key: 't', label: 'Tasks' },
  { key: 'm', label: 'Map of the project' },
  { key: 'b', label: 'Board of the project' },
  { key: 'u', label: 'Profile' },
];

const one = (keys: readonly string[], what: string): Shortcut => ({ keys, what });

/** Every key that the app handles beyond what a browser's own fields and buttons do, by screen. Shown by `?`. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    group: 'Everywhere',
    shortcuts: [
      one(['Ctrl', 'K'], 'Search records, actions and pages'),
      one(['Ctrl', 'Z'], 'Undo what the newest notice tells of, as long as it is shown'),
      one(['?'], 'Show these keys'),
      ...destinations.map(({ key, label }): Shortcut => ({ keys: ['G', key.toUpperCase()], what: `Go to ${label}`, then: true })),
    ],
  },
  {
    group: 'In the search',
    shortcuts: [one(['↑', '↓'], 'Previous or next result'), one(['Enter'], 'Open the result')],
  },
  {
    group: 'In lists',
    shortcuts: [
      one(['Enter'], 'Open the row or card'),
      one(['X'], 'Select the row or card, also with Space'),
      one(['Shift', 'X'], 'Select from the last one to this one'),
      one(['Ctrl', 'A'], 'Select the whole list'),
      one(['E'], 'Edit the name of a project or company'),
      one(['↑', '↓'], 'Previous or next row or card'),
      one(['A'], 'Go to the actions of the selection'),
      one(['←', '→'], 'Along the actions, Home and End to the first and last'),
      one(['Esc'], 'Clear the selection'),
    ],
  },
  {
    group: 'In cells of a list',
    shortcuts: [
      one(['→'], 'From the row or card to its cells'),
      one(['←', '→'], 'Previous or next cell'),
      one(['Enter'], 'Edit the cell, and save it'),
      one(['Esc'], 'Back to the row, or leave the cell as it was'),
    ],
  },
  {
    group: 'In a project',
    shortcuts: [one(['←', '→'], 'Previous or next tab')],
  },
  {
    group: 'On the board',
    shortcuts: [one(['↑', '↓', '←', '→'], 'The card beside'), one(['M'], 'Move the card to a stage')],
  },
  {
    group: 'On the map',
    shortcuts: [
      one(['↑', '↓', '←', '→'], 'The next parcel in that direction; while drawing or measuring, move the map'),
      one(['Shift', '→'], 'While drawing or measuring, move the map a little; any arrow'),
      one(['+', '−'], 'Zoom in or out, also while drawing or measuring'),
      one(['A'], 'Add the inspected parcel'),
      one(['D'], 'Discard the inspected parcel'),
      one(['Enter'], 'Place a marker or a point in the middle, or finish drawing and measuring'),
      one(['Backspace'], 'Take back the last point'),
      one(['Esc'], 'Close the panel, or end drawing, measuring and selecting'),
      one(['Ctrl', 'Enter'], 'Apply a filter of many lines'),
    ],
  },
  {
    group: 'In results of a search',
    shortcuts: [one(['↑', '↓'], 'Previous or next result')],
  },
  {
    group: 'On the growth map',
    shortcuts: [one(['Esc'], 'End drawing an area')],
  },
  {
    group: 'On a phone with a keyboard',
    shortcuts: [one(['↑', '↓'], 'Raise or lower the panel'), one(['Enter'], 'Next height of the panel, also with Space')],
  },
  {
    group: 'In letters',
    shortcuts: [one(['Ctrl', 'Enter'], 'Make the letters')],
  },
  {
    group: 'In a PDF file',
    shortcuts: [one(['Page Up', 'Page Down'], 'Previous or next page')],
  },
];
