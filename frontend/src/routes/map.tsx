import { useEffect } from 'react';
import { Alert, Box, Button } from '@mantine/core';
import { Link, useLocation, useNavigate, useSearchParams, type LoaderFunctionArgs } from 'react-router';
import { markersQuery } from '../api/queries/markers';
import { mapConfigQuery } from '../api/queries/parcels';
import { RouteFailure } from '../app/page-fault';
import { prefetch, searchOf } from '../app/prefetch';
import { MapScreen } from '../features/parcel-map/map-screen';
import { paths } from '../lib/paths';
import { chooseProjectTab } from '../lib/project-tabs';
import { currentEmail, rememberedProject, rememberProject } from '../lib/session';
import { useNotice } from '../ui/dialogs';

const projectIn = (query: URLSearchParams) => query.get('project_id') ?? rememberedProject();

export function loader(call: LoaderFunctionArgs) {
  const projectId = projectIn(searchOf(call));
  return projectId ? prefetch(mapConfigQuery, markersQuery(projectId)) : null;
}

export default function MapPage() {
  const [query] = useSearchParams();
  const projectId = projectIn(query);
  if (!projectId) {
    return (
      <Alert color="red" role="alert" m="md">
        Error: Project ID is missing. Please select a project first.
        <Button component={Link} to={paths.projects} variant="default" size="xs" mt="sm" display="block" w="fit-content">
          Go to projects
        </Button>
      </Alert>
    );
  }
  return <ProjectMap projectId={projectId} />;
}

/** The map of one project; also the 'Map' tab of the project page. */
export function ProjectMap({ projectId }: { readonly projectId: string }) {
  const navigate = useNavigate();
  const notice = useNotice();
  const opening = useOpening();
  const [query] = useSearchParams();
  useEffect(() => rememberProject(projectId), [projectId]);

  function goToProperty(parcelNumber: string): void {
    const email = currentEmail();
    if (!email) {
      notice.alert('User Email is required.');
      return;
    }
    if (!projectId) {
      notice.alert('Project ID is required.');
      return;
    }
    void navigate(paths.property(parcelNumber, { project_id: projectId, email }));
  }

  function goToList(projectName: string | undefined): void {
    chooseProjectTab('properties');
    void navigate(paths.project(projectId, projectName));
  }

  return (
    <MapScreen
      projectId={projectId}
      opening={opening.drawer}
      openingAt={opening.at}
      openingParcel={query.get('ll_uuid') ?? undefined}
      openingSearch={query.get('search_id') ?? undefined}
      onGoToProperty={goToProperty}
      onGoToList={goToList}
    />
  );
}

/**
 * The list beside the map that is open at first: the search of a new project, and of a link to a search. The command to search opens it
 * also on a map that is shown already.
 */
function useOpening(): { readonly drawer: 'search' | undefined; readonly at: string | undefined } {
  const [query] = useSearchParams();
  const { key, ...location } = useLocation();
  const state = location.state as { readonly isNewProject?: boolean; readonly toSearch?: boolean } | null;
  const toSearch = state?.toSearch === true;
  const isSearch = query.has('search') || state?.isNewProject === true || toSearch;
  return { drawer: isSearch ? 'search' : undefined, at: toSearch ? key : undefined };
}

export function ErrorBoundary() {
  return (
    <Box p="md">
      <RouteFailure title="The map cannot be shown" />
    </Box>
  );
}
