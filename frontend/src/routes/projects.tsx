import { useNavigate, useSearchParams } from 'react-router';
import { ProjectsScreen } from '../features/projects/projects-screen';
import { paths } from '../lib/paths';

/** /projects; with `?new` the modal is open, so that other screens can lead straight to it. */
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
