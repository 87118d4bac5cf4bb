import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { Link, useSearchParams, type LoaderFunctionArgs } from 'react-router';
import { attachmentsQuery } from '../api/queries/attachments';
import { letterheadQuery } from '../api/queries/letterhead';
import { propertyQuery, type PropertyRef } from '../api/queries/properties';
import { RouteFailure } from '../app/page-fault';
import { prefetch, searchOf } from '../app/prefetch';
import { EmailScreen } from '../features/email/email-screen';
import { paths } from '../lib/paths';
import { currentEmail } from '../lib/session';
import { EmptyState } from '../ui/empty-state';
import { Page } from '../ui/page';

function propertyIn(query: URLSearchParams): PropertyRef | undefined {
  const parcelNumber = query.get('parcel_number');
  return parcelNumber ? { parcelNumber, projectId: query.get('project_id') } : undefined;
}

export function loader(call: LoaderFunctionArgs) {
  const about = propertyIn(searchOf(call));
  return about ? prefetch(propertyQuery(about), attachmentsQuery(about), letterheadQuery) : null;
}

/** /email: write to an address about a property. */
export default function EmailPage() {
  const [query] = useSearchParams();
  const about = propertyIn(query);
  if (!about) {
    return (
      <Page title="Email">
        <EmptyState
          icon={IconMail}
          title="No property chosen"
          sentence="Open a property and choose the email address of one of its contacts."
        >
          <Button component={Link} to={paths.projects}>
            Go to projects
          </Button>
        </EmptyState>
      </Page>
    );
  }
  return (
    <EmailScreen key={query.toString()} about={about} address={query.get('address')} files={query.getAll('file')} own={currentEmail()} />
  );
}

export function ErrorBoundary() {
  return (
    <Page title="Email">
      <RouteFailure />
    </Page>
  );
}
