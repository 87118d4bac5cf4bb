import { ProfileScreen } from '../features/profile/profile-screen';

/** /profile */
export default function ProfilePage() {
  return <ProfileScreen />;
}
