import { useNavigate, useSearchParams } from 'react-router';
import { projectsQuery } from '../api/queries/projects';
import { RouteFailure } from '../app/page-fault';
import { prefetch } from '../app/prefetch';
import { noProjects, ProjectsScreen } from '../features/projects/projects-screen';
import { paths } from '../lib/paths';
import { Page } from '../ui/page';

export const loader = () => prefetch(projectsQuery);

/** /projects; `?new` opens the modal, for links from other screens. */
export default function ProjectsPage() {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  return (
    <ProjectsScreen
      creating={parameters.has('new')}
      onCreated={(projectId) => void navigate(paths.map(projectId))}
      onCreating={(creating) => void navigate(creating ? paths.newProject : paths.projects, { replace: true })}
    />
  );
}

export function ErrorBoundary() {
  return (
    <Page title="Projects">
      <RouteFailure sentence={() => noProjects} />
    </Page>
  );
}
