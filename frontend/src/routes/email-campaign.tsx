import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { Link, useLocation, useSearchParams, type LoaderFunctionArgs } from 'react-router';
import { campaignsQuery } from '../api/queries/campaigns';
import { letterheadQuery } from '../api/queries/letterhead';
import { RouteFailure } from '../app/page-fault';
import { prefetch, searchOf } from '../app/prefetch';
import { CampaignScreen } from '../features/campaign/campaign-screen';
import { paths } from '../lib/paths';
import { currentEmail } from '../lib/session';
import { EmptyState } from '../ui/empty-state';
import { Page } from '../ui/page';

export function loader(call: LoaderFunctionArgs) {
  const query = searchOf(call);
  const projectId = query.get('project_id');
  return projectId || toContacts(query) ? prefetch(campaignsQuery(projectId), letterheadQuery) : null;
}

interface State {
  readonly propertyIds?: readonly string[];
  readonly contactIds?: readonly string[];
}

const toContacts = (query: URLSearchParams): boolean => query.get('to') === 'contacts';

/** /email_campaign: mail to the owner contacts of a project, of one of its properties, or of those selected in its list; or to selected contacts. */
export default function EmailCampaignPage() {
  const [query] = useSearchParams();
  const { propertyIds, contactIds = [] } = (useLocation().state ?? {}) as State;
  const projectId = query.get('project_id');
  if (projectId) {
    const audience = { projectId, parcelNumber: query.get('parcel_number'), ...(propertyIds && { propertyIds }) };
    return <CampaignScreen audience={audience} own={currentEmail()} />;
  }
  if (toContacts(query)) return <CampaignScreen audience={{ projectId: null, contactIds }} own={currentEmail()} />;
  return (
    <Page title="Email Campaign">
      <EmptyState icon={IconMail} title="No project chosen" sentence="A campaign goes to the owner contacts of one project.">
        <Button component={Link} to={paths.projects}>
          Go to projects
        </Button>
      </EmptyState>
    </Page>
  );
}

export function ErrorBoundary() {
  return (
    <Page title="Email Campaign">
      <RouteFailure />
    </Page>
  );
}
