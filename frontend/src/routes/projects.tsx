import { useNavigate, useSearchParams } from 'react-router';
import { projectsQuery } from '../api/queries/projects';
import { prefetch } from '../app/prefetch';
import { ListViews } from '../features/list-views/list-views';
import { ProjectsScreen } from '../features/projects/projects-screen';
import { plainProjects } from '../features/projects/projects-view';
import { paths } from '../lib/paths';

export const loader = () => prefetch(projectsQuery({}, '-created'));

/** /projects; `?new` opens the modal, for links from other screens. */
export default function ProjectsPage() {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  return (
    <ProjectsScreen
      creating={parameters.has('new')}
      onCreated={(projectId) => void navigate(paths.map(projectId), { state: { isNewProject: true } })}
      onCreating={(creating) => void navigate(creating ? paths.newProject : paths.projects, { replace: true })}
      views={(view, onApply) => (
        <ListViews
          settings={{ place: 'projects', ...view }}
          plain={{ place: 'projects', ...plainProjects }}
          onApply={(settings) => settings.place === 'projects' && onApply(settings)}
        />
      )}
    />
  );
}
