import { profileQuery } from '../api/queries/account';
import { letterheadQuery } from '../api/queries/letterhead';
import { prefetch } from '../app/prefetch';
import { ProfileScreen } from '../features/profile/profile-screen';
import { currentUserId } from '../lib/session';

export function loader() {
  const userId = currentUserId();
  return userId ? prefetch(profileQuery(userId), letterheadQuery) : null;
}

/** /profile */
export default function ProfilePage() {
  return <ProfileScreen />;
}
