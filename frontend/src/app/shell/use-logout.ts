import { useNavigate } from 'react-router';
import { mainApi } from '../../api/client';
import { dropAllCopies } from '../../lib/letter-copies';
import { paths } from '../../lib/paths';
import { clearSession } from '../../lib/session';
import { useUnsaved } from '../../ui/unsaved';

/** Ends the session on the server and in this browser. An unreachable server must not prevent signing out here. */
export function useLogout(): () => Promise<void> {
  const navigate = useNavigate();
  const { mayLeave } = useUnsaved(false);
  return async () => {
    if (!(await mayLeave())) return;
    await mainApi.POST('/api/logout').catch((reason: unknown) => console.warn('The logout request failed.', reason));
    clearSession();
    dropAllCopies();
    await navigate(paths.login());
  };
}
