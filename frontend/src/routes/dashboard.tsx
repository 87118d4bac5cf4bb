import { myStepsQuery, myTasksQuery, pipelineQuery, workFiguresQuery } from '../api/queries/deals';
import { dashboardQuery } from '../api/queries/overview';
import { RouteFailure } from '../app/page-fault';
import { prefetch } from '../app/prefetch';
import { DashboardScreen, noFigures, QuickActions } from '../features/dashboard/dashboard-screen';
import { Page } from '../ui/page';

export const loader = () => prefetch(dashboardQuery, myTasksQuery, myStepsQuery, pipelineQuery, workFiguresQuery);

/** /dashboard */
export default function DashboardPage() {
  return <DashboardScreen />;
}

export function ErrorBoundary() {
  return (
    <Page title="Dashboard">
      <RouteFailure sentence={() => noFigures} />
      <QuickActions />
    </Page>
  );
}
