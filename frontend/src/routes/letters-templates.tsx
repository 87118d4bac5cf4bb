import { Anchor } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { letterTemplatesQuery } from '../api/queries/letter-register';
import { RouteFailure } from '../app/page-fault';
import { prefetch } from '../app/prefetch';
import { TemplateListScreen } from '../features/letter-templates/list-screen';
import { paths } from '../lib/paths';
import { Page } from '../ui/page';

export const loader = () => prefetch(letterTemplatesQuery());

/** /letters/templates: the firm's templates of letters; `?new` opens the dialog of a new one. */
export default function LetterTemplatesPage() {
  const [query, setQuery] = useSearchParams();
  return (
    <Page
      title="Templates of letters"
      actions={
        <Anchor component={Link} to={paths.letters()} size="sm">
          All letters
        </Anchor>
      }
    >
      <TemplateListScreen creating={query.has('new')} onCreating={(creating) => setQuery(creating ? { new: '' } : {}, { replace: true })} />
    </Page>
  );
}

export function ErrorBoundary() {
  return (
    <Page title="Templates of letters">
      <RouteFailure />
    </Page>
  );
}
