import { redirect, type createBrowserRouter, type MiddlewareFunction } from 'react-router';
import { ApiProblem, setSessionEndHandler } from '../api/client';
import { sessionQuery } from '../api/queries/account';
import { keepDataOf, queryClient } from '../api/query-client';
import { paths } from '../lib/paths';
import { clearSession, currentUserId, sessionState } from '../lib/session';

/**
 * Runs before all loaders: redirects to /login without a session. A new tab has the flag but not the e-mail, which is in session storage,
 * so the server is asked once. If it is unreachable, nothing is known about the session, so there is no redirect.
 */
export const guard: MiddlewareFunction = async ({ request }) => {
  const state = sessionState();
  const known = state === 'in' || (state === 'unknown' && (await queryClient.query(sessionQuery).then(() => true, isSignedOut)));
  if (!known) {
    const { pathname, search } = new URL(request.url);
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- The router requires that a redirect is thrown.
    throw redirect(paths.login(pathname + search));
  }
  keepDataOf(currentUserId());
};

/** False if the server rejects the session; any other error is thrown again. */
function isSignedOut(reason: unknown): false {
  if (reason instanceof ApiProblem && reason.status === 401) return false;
  throw reason;
}

/** When a request finds that the session has ended: goes to the sign-in page, which later returns to the current or the requested page. */
export function followSession(router: ReturnType<typeof createBrowserRouter>): void {
  setSessionEndHandler(() => {
    const { pathname, search } = router.state.navigation.location ?? router.state.location;
    clearSession();
    if (pathname !== paths.login()) void router.navigate(paths.login(pathname + search));
  });
}
