import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams, type LoaderFunctionArgs } from 'react-router';
import { lettersQuery } from '../api/queries/letter-register';
import { projectQuery } from '../api/queries/projects';
import { RouteFailure } from '../app/page-fault';
import { prefetch, searchOf } from '../app/prefetch';
import { figureFilterOf, figureWords } from '../features/letters/figure-filter';
import { LettersScreen } from '../features/letters/letters-screen';
import { paths } from '../lib/paths';
import { chooseProjectTab } from '../lib/project-tabs';
import { Page } from '../ui/page';

const filterOf = (query: URLSearchParams) => ({
  project_id: query.get('project_id') ?? undefined,
  job_id: query.get('job_id') ?? undefined,
  ...figureFilterOf(query),
  status: undefined,
  q: undefined,
});

export const loader = (call: LoaderFunctionArgs) => prefetch(lettersQuery(filterOf(searchOf(call))));

/** /letters: the numbered letters of a project, or of the firm. */
export default function LettersPage() {
  const [query, setQuery] = useSearchParams();
  const { project_id: projectId, job_id: jobId } = filterOf(query);
  const filter = figureFilterOf(query);
  const project = useQuery({ ...projectQuery(projectId ?? ''), enabled: projectId !== undefined });
  const name = project.data?.project_name;
  const show = (letterId: string | null): void =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (letterId === null) next.delete('letter_id');
        else next.set('letter_id', letterId);
        return next;
      },
      { replace: true },
    );
  return (
    <Page
      title="Letters"
      {...(filter ? { note: figureWords(filter) } : name && { note: jobId ? `${name}, made together` : name })}
      actions={
        <>
          <Anchor component={Link} to={paths.letterTemplates} size="sm">
            Templates
          </Anchor>
          {filter && (
            <Anchor component={Link} to={paths.letters()} size="sm">
              All letters
            </Anchor>
          )}
          {!filter && projectId && jobId && (
            <Anchor component={Link} to={paths.letters(projectId)} size="sm">
              All letters of the project
            </Anchor>
          )}
          {!filter && projectId && (
            <Anchor component={Link} to={paths.project(projectId, name)} onClick={() => chooseProjectTab('properties')} size="sm">
              Back to List
            </Anchor>
          )}
        </>
      }
    >
      <LettersScreen
        key={figureWords(filter ?? {})}
        projectId={projectId}
        jobId={jobId}
        {...(filter && { filter })}
        shown={query.get('letter_id')}
        onShow={show}
      />
    </Page>
  );
}

export function ErrorBoundary() {
  return (
    <Page title="Letters">
      <RouteFailure />
    </Page>
  );
}
