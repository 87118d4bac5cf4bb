import { DashboardScreen } from '../features/dashboard/dashboard-screen';

/** /dashboard */
export default function DashboardPage() {
  return <DashboardScreen />;
}
