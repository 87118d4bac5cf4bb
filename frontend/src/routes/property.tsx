import { useLocation, useNavigate, useParams, useSearchParams, type LoaderFunctionArgs } from 'react-router';
import { propertyQuery } from '../api/queries/properties';
import { RouteFailure } from '../app/page-fault';
import { prefetch, searchOf } from '../app/prefetch';
import { LazyCompsPanel } from '../features/comps/lazy-comps-panel';
import { LazyIncomePanel } from '../features/incomes/lazy-income-panel';
import { ProjectStanding } from '../features/parcel-map/criteria/results/project-standing';
import { LazyAreaMap } from '../features/parcel-map/lazy-area-map';
import { LazyPropertyMap } from '../features/parcel-map/lazy-property-map';
import { LazyDealPanel } from '../features/pipeline/deal/lazy-deal-panel';
import { PropertyFrame, PropertyScreen, PropertyWaiting } from '../features/property/property-screen';
import { paths } from '../lib/paths';

export const loader = (call: LoaderFunctionArgs) =>
  prefetch(propertyQuery({ parcelNumber: call.params['parcelNumber'] ?? '', projectId: searchOf(call).get('project_id') }));

function usePropertyKey() {
  const { parcelNumber = '' } = useParams();
  const [query] = useSearchParams();
  return { parcelNumber, projectId: query.get('project_id') };
}

/** Key of the navigation that asked for a task; none of others. */
function useTaskAskedAt(): string | undefined {
  const { state, key } = useLocation() as { readonly state: { readonly toTask?: boolean } | null; readonly key: string };
  return state?.toTask === true ? key : undefined;
}

export default function PropertyPage() {
  const propertyKey = usePropertyKey();
  const taskAskedAt = useTaskAskedAt();
  const navigate = useNavigate();
  return (
    <PropertyScreen
      propertyKey={propertyKey}
      aerial={(property) => <LazyPropertyMap lat={property.lat} lon={property.lon} outline={property.geom_json} />}
      deals={(property) => (
        <LazyDealPanel
          propertyId={property.property_id}
          projectIds={propertyKey.projectId ? [propertyKey.projectId] : property.project_ids}
          taskAskedAt={taskAskedAt}
        />
      )}
      comps={(property) => (
        <LazyCompsPanel propertyId={property.property_id} place={property} areaMap={(of) => <LazyAreaMap {...of} at={property} />} />
      )}
      standing={({ ll_uuid, project_ids: [only, ...others] }) => {
        const projectId = propertyKey.projectId ?? (others.length === 0 ? only : undefined);
        return projectId && <ProjectStanding projectId={projectId} llUuid={ll_uuid} />;
      }}
      income={(property) => <LazyIncomePanel propertyId={property.property_id} />}
      onCreateLoi={() => void navigate(paths.letter(propertyKey.parcelNumber, propertyKey.projectId))}
    />
  );
}

export function Pending() {
  const propertyKey = usePropertyKey();
  return (
    <PropertyFrame projectId={propertyKey.projectId}>
      <PropertyWaiting propertyKey={propertyKey} />
    </PropertyFrame>
  );
}

export function ErrorBoundary() {
  return (
    <PropertyFrame projectId={usePropertyKey().projectId}>
      <RouteFailure title="This property cannot be shown" />
    </PropertyFrame>
  );
}
