import { useNavigate, useSearchParams, type LoaderFunctionArgs } from 'react-router';
import { projectsQuery } from '../api/queries/projects';
import { prefetch, searchOf } from '../app/prefetch';
import { ListViews } from '../features/list-views/list-views';
import { ProjectsScreen } from '../features/projects/projects-screen';
import { plainProjects, projectsShownBy } from '../features/projects/projects-view';
import { paths } from '../lib/paths';

export const loader = (call: LoaderFunctionArgs) => {
  const { filter, sort } = projectsShownBy(searchOf(call));
  return prefetch(projectsQuery(filter, sort));
};

/** /projects; `?new` opens the modal, `?status` shows the projects that have it, `?view` a saved view, for links from other screens. */
export default function ProjectsPage() {
  const [parameters, setParameters] = useSearchParams();
  const navigate = useNavigate();
  const setCreating = (creating: boolean): void =>
    setParameters(
      (before) => {
        const next = new URLSearchParams(before);
        if (creating) next.set('new', '');
        else next.delete('new');
        return next;
      },
      { replace: true },
    );
  return (
    <ProjectsScreen
      // The list starts again with another address.
      key={parameters.get('status')}
      initial={projectsShownBy(parameters)}
      creating={parameters.has('new')}
      onCreated={(projectId) => void navigate(paths.map(projectId), { state: { isNewProject: true } })}
      onCreating={setCreating}
      views={(view, onApply) => (
        <ListViews
          settings={{ place: 'projects', ...view }}
          plain={{ place: 'projects', ...plainProjects }}
          onApply={(settings) => settings.place === 'projects' && onApply(settings)}
          named={parameters.get('view')}
        />
      )}
    />
  );
}
