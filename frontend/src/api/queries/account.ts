import { queryOptions } from '@tanstack/react-query';
import { storeSession } from '../../lib/session';
import { get } from './query';

const asked = get('main', '/api/session');

/** The signed-in user; cached by this tab. */
export const sessionQuery = queryOptions({
  ...asked,
  queryFn: async (context) => {
    const answer = await asked.queryFn(context);
    storeSession(answer);
    return answer;
  },
});

/** The user's own profile. */
export const profileQuery = (userId: string) => get('main', '/api/profile', { user_id: userId });

/** The firm's users. */
export const usersQuery = queryOptions({ ...get('main', '/api/users'), select: (answer) => answer.users });
