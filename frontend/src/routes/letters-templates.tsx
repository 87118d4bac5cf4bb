import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { letterTemplatesQuery } from '../api/queries/letter-register';
import { RouteFailure } from '../app/page-fault';
import { prefetch } from '../app/prefetch';
import { TemplateListScreen } from '../features/letter-templates/list-screen';
import { paths } from '../lib/paths';
import { Page } from '../ui/page';

export const loader = () => prefetch(letterTemplatesQuery());

/** /letters/templates: the firm's templates of letters. */
export default function LetterTemplatesPage() {
  return (
    <Page
      title="Templates of letters"
      actions={
        <Anchor component={Link} to={paths.letters()} size="sm">
          All letters
        </Anchor>
      }
    >
      <TemplateListScreen />
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
