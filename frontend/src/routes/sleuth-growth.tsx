import { growthRunsQuery } from '../api/queries/growth';
import { mapConfigQuery } from '../api/queries/parcels';
import { RouteFailure } from '../app/page-fault';
import { prefetch } from '../app/prefetch';
import { GrowthScreen } from '../features/growth/growth-screen';
import { Page } from '../ui/page';

export const loader = () => prefetch(mapConfigQuery, growthRunsQuery('prediction'));

/** /sleuth-growth */
export default function SleuthGrowthPage() {
  return <GrowthScreen />;
}

export function ErrorBoundary() {
  return (
    <Page wide title="Regional Growth Prediction">
      <RouteFailure title="The map cannot be shown" />
    </Page>
  );
}
