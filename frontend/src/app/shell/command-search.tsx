import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { IconBuilding, IconFileText, IconHistory, IconKeyboard, IconPlus, IconSearch, IconUserPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../../lib/paths';
import { recentRecords, rememberRecord } from './recent';
import { places } from './sidebar';
import { fits, leastLetters, useSearch, type Hit } from './use-search';

interface Group {
  readonly group: string;
  readonly hits: readonly Hit[];
}

const line = (label: string, to: string, icon: Hit['icon']): Hit => ({ id: to, label, to, icon, text: label.toLowerCase() });

const goTo: readonly Hit[] = [
  ...places.map(({ label, to, icon }) => line(label, to, icon)),
  line('Letters', paths.letters(), IconFileText),
];

const actions: readonly Hit[] = [
  line('New project', paths.newProject, IconPlus),
  line('Add contact', paths.newContact, IconUserPlus),
  line('Add company', paths.newCompany, IconBuilding),
];

/** 'loi cypress' and 'create loi cypress' search for 'cypress' and offer its letter. */
const letterVerb = /^(create\s+)?(loi|letter of intent)(\s+for)?(\s+|$)/i;

const typingPause = 150;

const [store] = createSpotlight();

/** The list is a Mantine ScrollArea and accepts these, although its type does not say so. */
const scrolledByKeys = { viewportProps: { tabIndex: 0, role: 'region', 'aria-label': 'Results' } };

/** Spotlight selects its first result when the input changes, but responses arrive later. */
function selectFirst(): void {
  const shown = document.getElementById(store.getState().listId)?.querySelectorAll('[data-action]') ?? [];
  for (const each of shown) each.removeAttribute('data-selected');
  shown[0]?.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected: 0 }));
}

const help: Hit = {
  id: 'keys',
  label: 'Keyboard shortcuts',
  to: '',
  icon: IconKeyboard,
  text: 'keyboard shortcuts keys help',
};

const searched = 'Search projects, properties, letters, contacts and companies';

interface CommandSearchProps {
  /** Shows the keys. */
  readonly onHelp: () => void;
}

/** Opened by Ctrl/⌘-K: searches the firm's records, actions and pages. */
export function CommandSearch({ onHelp }: CommandSearchProps) {
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const typed = query.trim();
  const words = typed.replace(letterVerb, '');
  const [asked] = useDebouncedValue(words, typingPause);
  const { groups: found, searching, failed } = useSearch(asked, words);
  const here = useLetterHere();
  const groups = arrange(typed, found, letterVerb.test(typed), here);
  const ids = groups.flatMap(({ hits }) => hits.map(({ id }) => id)).join(' ');
  // Enter opens the first result, also after the results have changed.
  useEffect(() => {
    if (typed) selectFirst();
  }, [ids, typed]);

  function open(hit: Hit): void {
    if (hit.record) rememberRecord(hit);
    if (hit === help) onHelp();
    else void navigate(hit.to);
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

/** The action that creates the letter of the current property's page. */
function useLetterHere(): Hit | undefined {
  const { pathname, search } = useLocation();
  const parcel = /^\/property\/([^/]+)$/.exec(pathname)?.[1];
  if (!parcel) return undefined;
  const project = new URLSearchParams(search).get('project_id');
  return line('Create LOI for this property', paths.letter(decodeURIComponent(parcel), project), IconFileText);
}

/** Orders the groups and omits empty ones. */
function arrange(typed: string, found: readonly Group[], letterFirst: boolean, here: Hit | undefined): Group[] {
  const own = [...(here ? [here] : []), ...actions, help];
  const letters = found
    .flatMap(({ hits }) => hits)
    .flatMap(({ id, label, description, letter }) =>
      letter
        ? [{ ...line(`Create LOI for ${label}`, letter, IconFileText), id: `letter ${id}`, ...(description ? { description } : {}) }]
        : [],
    );
  const known = (hits: readonly Hit[]) => hits.filter(({ text }) => fits(text, typed));
  const doing = { group: 'Actions', hits: letterFirst ? [...letters, ...known(own)] : [...known(own), ...letters] };
  const going = { group: 'Go to', hits: known(goTo) };
  if (typed.length < leastLetters) {
    const recent = recentRecords().map((record): Hit => ({ ...record, icon: IconHistory, text: '', record: true }));
    const start = [
      { group: 'Recent', hits: recent },
      { group: 'Actions', hits: own },
      { group: 'Go to', hits: goTo },
    ];
    return start.filter(({ hits }) => hits.length > 0);
  }
  const begins = [...own, ...goTo].some(({ text }) => text.startsWith(typed.toLowerCase()));
  const order = begins ? [going, doing, ...found] : letterFirst ? [doing, ...found, going] : [...found, doing, going];
  return order.filter(({ hits }) => hits.length > 0);
}
