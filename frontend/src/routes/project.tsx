import { Button, Text } from '@mantine/core';
import { IconFileText, IconMail } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { Link, useNavigate, useSearchParams, type LoaderFunctionArgs } from 'react-router';
import { markersQuery } from '../api/queries/markers';
import { mapConfigQuery } from '../api/queries/parcels';
import { propertiesQuery } from '../api/queries/properties';
import { useReopen } from '../app/page-fault';
import { prefetch, searchOf } from '../app/prefetch';
import { ListViews } from '../features/list-views/list-views';
import { StandingLine } from '../features/parcel-map/criteria/results/project-standing';
import { BulkDealActions } from '../features/pipeline/bulk-deal-actions';
import { useEditDeal } from '../features/pipeline/use-edit-deal';
import { PropertiesList } from '../features/property/properties-list';
import { plainProperties } from '../features/property/properties-view';
import type { SaveOutlines } from '../features/property/use-export-properties';
import { paths } from '../lib/paths';
import { chooseProjectTab, currentProjectTab, onProjectTab } from '../lib/project-tabs';
import { currentEmail } from '../lib/session';
import { LoadingPage } from '../ui/loading-page';
import { InMore } from '../ui/more-actions';
import { Page } from '../ui/page';
import { ErrorBoundary as MapFailure, ProjectMap } from './map';

const PipelineScreen = lazy(async () => ({ default: (await import('../features/pipeline/pipeline-screen')).PipelineScreen }));

/** Requests the data of the first two tabs, because users switch between them. */
export function loader(call: LoaderFunctionArgs) {
  const projectId = searchOf(call).get('project_id');
  return projectId ? prefetch(mapConfigQuery, markersQuery(projectId), propertiesQuery(projectId, currentEmail(), {}, 'added')) : null;
}

const saveOutlines: SaveOutlines = async (rows, format) => {
  const { saveProperties } = await import('../features/parcel-map/export/save-properties');
  return saveProperties(rows, format);
};

const useProjectTab = () => useSyncExternalStore(onProjectTab, currentProjectTab);

/** The project's tabs, selected in the header. */
export default function ProjectPage() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const tab = useProjectTab();
  const projectId = query.get('project_id');
  const named = query.get('view');
  const editDeal = useEditDeal();
  // A saved view is of the list of properties.
  useEffect(() => {
    if (named !== null) chooseProjectTab('properties');
  }, [named]);
  if (!projectId) return <Text p="md">Loading project...</Text>;
  if (tab === 'map') return <ProjectMap projectId={projectId} />;
  if (tab === 'pipeline') {
    return (
      <Suspense fallback={<LoadingPage />}>
        <PipelineScreen projectId={projectId} standing={({ ll_uuid }) => <StandingLine projectId={projectId} llUuid={ll_uuid} />} />
      </Suspense>
    );
  }
  const email = currentEmail();
  return (
    <div style={{ height: '100%', overflowY: 'auto' }}>
      <Page
        title="Properties"
        actions={
          <>
            <Button
              component={Link}
              to={paths.emailCampaign(projectId, { email })}
              leftSection={<IconMail size={16} aria-hidden />}
              variant="default"
            >
              Email Campaign
            </Button>
            <Button component={Link} to={paths.letters(projectId)} leftSection={<IconFileText size={16} aria-hidden />} variant="default">
              Letters
            </Button>
          </>
        }
      >
        <PropertiesList
          projectId={projectId}
          email={email}
          onOpen={(parcelNumber) => void navigate(paths.property(parcelNumber, { project_id: projectId, email }))}
          onGoToMap={() => chooseProjectTab('map')}
          saveOutlines={saveOutlines}
          standing={({ ll_uuid }) => <StandingLine projectId={projectId} llUuid={ll_uuid} />}
          editDeal={({ property_id, deal }, field, text, name) =>
            editDeal({ project_id: projectId, property_id }, field, deal?.[field] ?? '', text, name)
          }
          views={(view, onApply) => (
            <ListViews
              settings={{ place: 'properties', ...view }}
              plain={{ place: 'properties', ...plainProperties }}
              onApply={(settings) => settings.place === 'properties' && onApply(settings)}
              named={named}
            />
          )}
          actions={({ chosen }) => {
            const propertyIds = chosen.map(({ property_id }) => property_id);
            return (
              <>
                <Button
                  size="compact-sm"
                  leftSection={<IconFileText size={16} aria-hidden />}
                  onClick={() => void navigate(paths.newLetters(projectId), { state: { propertyIds } })}
                >
                  Create LOIs
                </Button>
                <InMore ifNarrow>
                  <Button
                    size="compact-sm"
                    variant="default"
                    leftSection={<IconMail size={16} aria-hidden />}
                    onClick={() => void navigate(paths.emailCampaign(projectId, { email }), { state: { propertyIds } })}
                  >
                    E-mail owners
                  </Button>
                </InMore>
                <BulkDealActions deals={propertyIds.map((property_id) => ({ project_id: projectId, property_id }))} />
              </>
            );
          }}
        />
      </Page>
    </div>
  );
}

/** Errors of the map's data replace the whole page; selecting the other tab opens the page again. */
export function ErrorBoundary() {
  const tab = useProjectTab();
  const failed = useRef(tab);
  const reopen = useEffectEvent(useReopen());
  useEffect(() => {
    if (tab !== failed.current) void reopen();
  }, [tab]);
  return <MapFailure />;
}
