import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight';
import { IconChecklist, IconFileText, IconHistory, IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { recentCommands, recentRecords, rememberCommand, rememberRecord } from './recent';
import { toTask, useCommands, type Commands } from './use-commands';
import { best, fits, leastLetters, ranked, useSearch, type Hit } from './use-search';

interface Group {
  readonly group: string;
  readonly hits: readonly Hit[];
}

/** What is made of the property that is searched: 'loi cypress' and 'create loi cypress' search for 'cypress' and offer its letter. */
const verbs = [
  { made: 'letter', begins: /^(create\s+)?(loi|letter of intent)(\s+for)?(\s+|$)/i },
  { made: 'task', begins: /^(add|new|create)\s+task(\s+for)?(\s+|$)/i },
] as const;
type Made = (typeof verbs)[number]['made'];

const typingPause = 150;

const [store, spotlight] = createSpotlight();

/** The list is a Mantine ScrollArea and accepts these, although its type does not say so. */
const scrolledByKeys = { viewportProps: { tabIndex: 0, role: 'region', 'aria-label': 'Results' } };

/** Spotlight selects its first result when the input changes, but responses arrive later. */
function selectFirst(): void {
  const shown = document.getElementById(store.getState().listId)?.querySelectorAll('[data-action]') ?? [];
  for (const each of shown) each.removeAttribute('data-selected');
  shown[0]?.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected: 0 }));
}

const searched = 'Search projects, properties, letters, contacts and companies';

interface CommandSearchProps {
  /** Whether it was asked for before it was loaded. */
  readonly openAtFirst?: boolean;
  /** Shows the keys. */
  readonly onHelp: () => void;
}

/** Opened by Ctrl/⌘-K: searches the firm's records, actions and pages. */
export function CommandSearch({ openAtFirst = false, onHelp }: CommandSearchProps) {
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const typed = query.trim();
  const verb = verbs.find(({ begins }) => begins.test(typed));
  const words = verb ? typed.replace(verb.begins, '') : typed;
  const [asked] = useDebouncedValue(words, typingPause);
  const { groups: found, searching, failed } = useSearch(asked, words);
  const { opened } = useSpotlight(store);
  const groups = arrange(typed, found, verb?.made, useCommands(opened, onHelp));
  const ids = groups.flatMap(({ hits }) => hits.map(({ id }) => id)).join(' ');
  useEffect(() => {
    if (openAtFirst) spotlight.open();
  }, [openAtFirst]);
  // Enter opens the first result, also after the results have changed.
  useEffect(() => {
    if (typed) selectFirst();
  }, [ids, typed]);

  function open(hit: Hit): void {
    if (hit.record) rememberRecord(hit);
    else rememberCommand(hit.id);
    if (hit.run) void hit.run();
    else void navigate(hit.to, { state: hit.state });
  }

  return (
    <Spotlight.Root store={store} shortcut={['mod + K']} query={query} onQueryChange={setQuery} maxHeight={440} scrollable>
      <Spotlight.Search placeholder={searched} aria-label={searched} leftSection={<IconSearch size={20} stroke={1.5} aria-hidden />} />
      {groups.length > 0 ? (
        <Spotlight.ActionsList {...scrolledByKeys}>
          {groups.map(({ group, hits }) => (
            <Spotlight.ActionsGroup key={group} label={group}>
              {hits.map((hit) => (
                <Spotlight.Action
                  key={hit.id}
                  label={hit.label}
                  description={hit.description}
                  leftSection={<hit.icon size={20} stroke={1.5} aria-hidden />}
                  onClick={() => open(hit)}
                />
              ))}
            </Spotlight.ActionsGroup>
          ))}
        </Spotlight.ActionsList>
      ) : (
        failed.length === 0 && (
          <Spotlight.Empty>
            {searching
              ? 'Searching...'
              : `Nothing found for '${typed}'. Try a name, an address, a parcel number, an owner, a phone number or the number of a letter.`}
          </Spotlight.Empty>
        )
      )}
      {failed.length > 0 && <Spotlight.Footer role="alert">{failed.join(', ')} could not be searched. Please try again.</Spotlight.Footer>}
    </Spotlight.Root>
  );
}

/** Orders the groups and omits empty ones: the best matches first, commands before records as good if their name begins with what was typed. */
function arrange(typed: string, found: readonly Group[], made: Made | undefined, { inProject, actions, goTo }: Commands): Group[] {
  const recent = recentCommands();
  if (typed.length < leastLetters) {
    const records = recentRecords().map((record): Hit => ({ ...record, icon: IconHistory, text: '', record: true }));
    const listed = (hits: readonly Hit[]) =>
      ranked(fitting(hits, typed), '', recent).filter(({ id, quiet }) => !quiet || recent.includes(id));
    const start = [
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
  const commands = [{ group: 'In the project', hits: known(inProject) }, { group: 'Go to', hits: known(goTo) }, doing];
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
