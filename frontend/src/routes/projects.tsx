import { useNavigate, useSearchParams } from 'react-router';
import { noFilters, projectsQuery } from '../api/queries/projects';
import { prefetch } from '../app/prefetch';
import { ProjectsScreen } from '../features/projects/projects-screen';
import { paths } from '../lib/paths';

export const loader = () => prefetch(projectsQuery('', noFilters));

/** /projects; `?new` opens the modal, for links from other screens. */
export default function ProjectsPage() {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  return (
    <ProjectsScreen
      creating={parameters.has('new')}
      onCreated={(projectId) => void navigate(paths.map(projectId), { state: { isNewProject: true } })}
      onCreating={(creating) => void navigate(creating ? paths.newProject : paths.projects, { replace: true })}
    />
  );
}
