import { VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, useSpotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { afterSearch } from '../../ui/use-asked-for';
import { rememberCommand, rememberRecord } from './recent';
import { arrange, verbs } from './search-groups';
import { move, selectAgain, shownResults, spotlight, store } from './search-results';
import { useCommands } from './use-commands';
import { useSearch, type Hit } from './use-search';

const typingPause = 150;

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
