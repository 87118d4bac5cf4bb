import { Anchor } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useSearchParams, type LoaderFunctionArgs } from 'react-router';
import { letterTemplateQuery, letterTermsQuery } from '../api/queries/letter-register';
import { RouteFailure } from '../app/page-fault';
import { prefetch, searchOf } from '../app/prefetch';
import { TemplateEditorScreen } from '../features/letter-templates/editor-screen';
import { paths } from '../lib/paths';
import { Page } from '../ui/page';

const idOf = (query: URLSearchParams): string => query.get('template_id') ?? 'standard';

export const loader = (call: LoaderFunctionArgs) => prefetch(letterTemplateQuery(idOf(searchOf(call))), letterTermsQuery);

/** /letters/template: the editor of a template. */
export default function LetterTemplatePage() {
  const [query] = useSearchParams();
  const id = idOf(query);
  const template = useSuspenseQuery(letterTemplateQuery(id)).data;
  const { terms } = useSuspenseQuery(letterTermsQuery).data;
  return (
    <Page
      wide
      title={template.name}
      actions={
        <Anchor component={Link} to={paths.letterTemplates} size="sm">
          All templates
        </Anchor>
      }
    >
      <TemplateEditorScreen key={id} template={template} terms={terms} />
    </Page>
  );
}

export function ErrorBoundary() {
  return (
    <Page title="Template">
      <RouteFailure />
    </Page>
  );
}
