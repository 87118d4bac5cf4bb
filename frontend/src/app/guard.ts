import { redirect, type createBrowserRouter, type MiddlewareFunction } from 'react-router';
import { ApiProblem, setSessionEndHandler } from '../api/client';
import { sessionQuery } from '../api/queries/account';
import { keepDataOf, queryClient } from '../api/query-client';
import { paths } from '../lib/paths';
import { clearSession, currentUserId, sessionState } from '../lib/session';

/**
 * Before any loader: lets signed-in people through and sends everybody else to /login. A new tab has the flag but not the e-mail, which
 * lives in session storage: the server is asked once. That it is away says nothing about the session.
 */
export const guard: MiddlewareFunction = async ({ request }) => {
  const state = sessionState();
  const known = state === 'in' || (state === 'unknown' && (await queryClient.query(sessionQuery).then(() => true, isSignedOut)));
  if (!known) {
    const { pathname, search } = new URL(request.url);
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- The router takes a redirect that is thrown.
    throw redirect(paths.login(pathname + search));
  }
  keepDataOf(currentUserId());
};

/** False where the server says so; whatever else went wrong is thrown on. */
function isSignedOut(reason: unknown): false {
  if (reason instanceof ApiProblem && reason.status === 401) return false;
  throw reason;
}

/** Leads to the sign-in screen when a call finds that the session has ended, and from there back to where the person was or was going. */
export function followSession(router: ReturnType<typeof createBrowserRouter>): void {
  setSessionEndHandler(() => {
    const { pathname, search } = router.state.navigation.location ?? router.state.location;
    clearSession();
    if (pathname !== paths.login()) void router.navigate(paths.login(pathname + search));
  });
}
