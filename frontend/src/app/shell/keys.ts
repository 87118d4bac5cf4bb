import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../../lib/paths';
import { chooseProjectTab } from '../../lib/project-tabs';
import { rememberedProject } from '../../lib/session';

/** How long after G the letter is awaited, in milliseconds. */
const secondKeyWithin = 1_500;

/** Elements that use letters themselves. Keys in an open dialog or menu are its own, too. */
const ownLetters =
  'input, textarea, select, [contenteditable="true"], [role="textbox"], [role="combobox"], [role="dialog"], [role="menu"], [role="listbox"]';

function isTaken(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing) return true;
  if (document.querySelector('[role="dialog"][aria-modal="true"]')) return true;
  return event.target instanceof Element && event.target.closest(ownLetters) !== null;
}

/** G and a letter go to a screen (`destinations` of the table of keys), `?` calls `onHelp`; never while somebody types. */
export function useShellKeys(onHelp: () => void): void {
  const navigate = useNavigate();
  const { search } = useLocation();
  const since = useRef(-Infinity);

  function pathOf(key: string): string | undefined {
    const project = new URLSearchParams(search).get('project_id') ?? rememberedProject();
    switch (key) {
      case 'd':
        return paths.dashboard;
      case 'p':
        return paths.projects;
      case 'c':
        return paths.contacts;
      case 'o':
        return paths.companies;
      case 'l':
        return paths.letters();
      case 'e':
        return paths.deals({});
      case 't':
        return paths.tasks();
      case 'm':
        return paths.map(project);
      case 'b':
        return project ? paths.project(project) : paths.projects;
      case 'u':
        return paths.profile;
      default:
        return undefined;
    }
  }

  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (isTaken(event)) return;
    const second = event.timeStamp - since.current < secondKeyWithin;
    since.current = -Infinity;
    if (event.key === '?') {
      event.preventDefault();
      onHelp();
    } else if (second) {
      const to = pathOf(event.key.toLowerCase());
      if (!to) return;
      // The screen's own keys do not act on the second letter.
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.key.toLowerCase() === 'b') chooseProjectTab('pipeline');
      void navigate(to);
    } else if (event.key.toLowerCase() === 'g' && !event.repeat) {
      since.current = event.timeStamp;
    }
  });

  useEffect(() => {
    const handle = (event: KeyboardEvent) => pressed(event);
    window.addEventListener('keydown', handle, { capture: true });
    return () => window.removeEventListener('keydown', handle, { capture: true });
  }, []);
}
