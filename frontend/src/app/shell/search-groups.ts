import { IconChecklist, IconFileText, IconHistory } from '@tabler/icons-react';
import { recentCommands, recentRecords } from './recent';
import { toTask, type Commands } from './use-commands';
import { best, fits, leastLetters, ranked, type Hit } from './use-search';

interface Group {
  readonly group: string;
  readonly hits: readonly Hit[];
}

/** What is made of the property that is searched: 'loi cypress' and 'create loi cypress' search for 'cypress' and offer its letter. */
export const verbs = [
  { made: 'letter', begins: /^(create\s+)?(loi|letter of intent)(\s+for)?(\s+|$)/i },
  { made: 'task', begins: /^(add|new|create)\s+task(\s+for)?(\s+|$)/i },
] as const;
type Made = (typeof verbs)[number]['made'];

/** Orders the groups and omits empty ones: the best matches first, commands before records as good if their name begins with what was typed. */
export function arrange(
  typed: string,
  found: readonly Group[],
  made: Made | undefined,
  { ofSelection, inProject, actions, goTo }: Commands,
): Group[] {
  const recent = recentCommands();
  if (typed.length < leastLetters) {
    const records = recentRecords().map((record): Hit => ({ ...record, icon: IconHistory, text: '', record: true }));
    const listed = (hits: readonly Hit[]) =>
      ranked(fitting(hits, typed), '', recent).filter(({ id, quiet }) => !quiet || recent.includes(id));
    const start = [
      { group: 'Selection', hits: fitting(ofSelection, typed) },
      { group: 'Recent', hits: records },
      { group: 'In the project', hits: listed(inProject) },
      { group: 'Actions', hits: listed(actions) },
      { group: 'Go to', hits: listed(goTo) },
    ];
    return start.filter(({ hits }) => hits.length > 0);
  }
  const ofFound = found.flatMap(({ hits }) => hits).flatMap(made === 'task' ? taskOf : letterOf);
  const known = (hits: readonly Hit[]) => ranked(fitting(hits, typed), typed, recent);
  const doing = { group: 'Actions', hits: made ? [...ofFound, ...known(actions)] : [...known(actions), ...ofFound] };
  const commands = [
    { group: 'Selection', hits: known(ofSelection) },
    { group: 'In the project', hits: known(inProject) },
    { group: 'Go to', hits: known(goTo) },
    doing,
  ];
  const place = (hits: readonly Hit[], isCommand: boolean): number => {
    if (made && hits === doing.hits) return -1;
    const rank = best(hits, typed);
    return 2 * rank + (isCommand === (rank === 0) ? 0 : 1);
  };
  return [
    ...commands.map((group) => ({ ...group, at: place(group.hits, true) })),
    ...found.map((group) => ({ ...group, at: place(group.hits, false) })),
  ]
    .filter(({ hits }) => hits.length > 0)
    .toSorted((one, other) => one.at - other.at);
}

const fitting = (hits: readonly Hit[], typed: string): readonly Hit[] => hits.filter(({ text }) => fits(text, typed));

/** The action that creates the letter of a property that was found. */
function letterOf({ id, label, description, letter }: Hit): readonly Hit[] {
  if (!letter) return [];
  const named = `Create LOI for ${label}`;
  return [
    {
      id: `letter ${id}`,
      label: named,
      to: letter,
      icon: IconFileText,
      text: named.toLowerCase(),
      ...(description ? { description } : {}),
    },
  ];
}

/** The action that adds a task for a property that was found. */
function taskOf({ id, label, description, to, letter }: Hit): readonly Hit[] {
  if (!letter) return [];
  const named = `Add task for ${label}`;
  return [
    {
      id: `task ${id}`,
      label: named,
      to,
      state: toTask,
      icon: IconChecklist,
      text: named.toLowerCase(),
      ...(description ? { description } : {}),
    },
  ];
}
