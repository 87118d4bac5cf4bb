import { useEffect, useState } from 'react';

const key = 'letter_token';

/**
 * The link's token: from the URL's fragment, which it is removed from, so that neither the history nor a screen shows it; after a reload
 * from the tab's storage.
 */
function takeToken(): string | null {
  const { hash, pathname } = window.location;
  if (hash.length > 1) {
    sessionStorage.setItem(key, hash.slice(1));
    window.history.replaceState(window.history.state, '', pathname);
  }
  return sessionStorage.getItem(key);
}

/** The token of the link that was opened last. Another link opened in the same tab changes the fragment only and loads no page. */
export function useToken(): string | null {
  const [token, setToken] = useState(takeToken);
  useEffect(() => {
    const changed = (): void => setToken(takeToken());
    window.addEventListener('hashchange', changed);
    return () => window.removeEventListener('hashchange', changed);
  }, []);
  return token;
}
