import { VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight';
import { IconChecklist, IconFileText, IconHistory, IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { afterSearch } from '../../ui/use-asked-for';
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

/** The results as Spotlight finds them: by an attribute, in the order of the page. */
const shownResults = () => [...(document.getElementById(store.getState().listId)?.querySelectorAll<HTMLElement>('[data-action]') ?? [])];

/** As Spotlight, but screen readers are told too: it does not render again for the arrow keys. */
function select(shown: readonly HTMLElement[], place: number): void {
  for (const each of shown) each.removeAttribute('data-selected');
  shown[place]?.setAttribute('data-selected', 'true');
  store.setState({ ...store.getState(), selected: place });
}

/** Selects the next or previous result, in all groups and around. */
function move(step: 1 | -1): void {
  const shown = shownResults();
  const { selected } = store.getState();
  if (shown.length === 0) return;
  const place = selected < 0 && step < 0 ? shown.length - 1 : (selected + step + shown.length) % shown.length;
  select(shown, place);
  shown[place]?.scrollIntoView({ block: 'nearest' });
}

/**
 * Spotlight selects its first result when the input changes, but responses arrive later: then the first of all is selected, or what was
 * chosen by the arrow keys (`isChosen`) stays it.
 */
function selectAgain(isChosen: boolean): void {
  const shown = shownResults();
  const chosen = shown.findIndex((each) => each.hasAttribute('data-selected'));
  select(shown, isChosen && chosen >= 0 ? chosen : 0);
}

/** The list is a Mantine ScrollArea and accepts these, although its type does not say so. */
const listbox = (id: string) => ({ viewportProps: { id, tabIndex: 0, role: 'listbox', 'aria-label': 'Results' } });

/** Code of each key while an input method composes. */
const composing = 229;

const resultsWords = (count: number): string => (count === 0 ? 'No results' : count === 1 ? '1 result' : `${count} results`);

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
  const { opened, selected } = useSpotlight(store);
  const groups = arrange(typed, found, verb?.made, useCommands(opened, onHelp));
  const listed = groups.flatMap(({ hits }) => hits);
  const ids = listed.map(({ id }) => id).join(' ');
  const listId = useId();
  const optionId = (hit: Hit | undefined): string | undefined => hit && `${listId} ${hit.id}`.replaceAll(/\s/g, '-');
  /** The text for which a result was chosen by the arrow keys. */
  const chosenFor = useRef<string>(undefined);
  useEffect(() => {
    if (openAtFirst) spotlight.open();
  }, [openAtFirst]);
  // Enter opens the first result, also after the results have changed.
  useEffect(() => {
    if (typed) selectAgain(chosenFor.current === typed);
  }, [ids, typed]);

  function handleKey(event: KeyboardEvent): void {
    const { isComposing, code } = event.nativeEvent;
    // The key that accepts what an input method composes; in Safari the composition has ended by then, and only this code tells.
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else tells it
    if (isComposing || event.keyCode === composing) event.stopPropagation();
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      event.stopPropagation();
      chosenFor.current = typed;
      move(event.key === 'ArrowDown' ? 1 : -1);
    }
    // Keyboards of phones tell the key without its place, which Spotlight goes by.
    else if (event.key === 'Enter' && code === '') shownResults()[store.getState().selected]?.click();
  }

  function open(hit: Hit): void {
    if (hit.record) rememberRecord(hit);
    else rememberCommand(hit.id);
    // What it opens gives the focus back to where it is then.
    if (hit.run) setTimeout(hit.run, afterSearch);
    else void navigate(hit.to, { state: hit.state });
  }

  return (
    <Spotlight.Root
      store={store}
      shortcut={['mod + K']}
      tagsToIgnore={[]}
      query={query}
      onQueryChange={setQuery}
      maxHeight={440}
      scrollable
      attributes={{ content: { 'aria-label': 'Search' } }}
    >
      <div onKeyDownCapture={handleKey}>
        <Spotlight.Search
          placeholder={searched}
          aria-label={searched}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={listed.length > 0}
          aria-controls={listed.length > 0 ? listId : undefined}
          aria-activedescendant={optionId(listed[selected])}
          leftSection={<IconSearch size={20} stroke={1.5} aria-hidden />}
        />
      </div>
      <VisuallyHidden role="status">{typed && !searching && failed.length === 0 ? resultsWords(listed.length) : ''}</VisuallyHidden>
      {groups.length > 0 ? (
        <Spotlight.ActionsList {...listbox(listId)}>
          {groups.map(({ group, hits }) => (
            <Spotlight.ActionsGroup key={group} label={group} role="group" aria-label={group}>
              {hits.map((hit) => (
                <Spotlight.Action
                  key={hit.id}
                  ref={(element: HTMLElement | null) => element?.setAttribute('id', optionId(hit) ?? '')}
                  role="option"
                  aria-selected={hit === listed[selected]}
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
function arrange(
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
