import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router';
import { CampaignScreen } from '../features/campaign/campaign-screen';
import { paths } from '../lib/paths';
import { currentEmail } from '../lib/session';
import { EmptyState } from '../ui/empty-state';
import { Page } from '../ui/page';

/** /email_campaign: mail to the owner contacts of a project, or of one of its properties. */
export default function EmailCampaignPage() {
  const [query] = useSearchParams();
  const projectId = query.get('project_id');
  if (!projectId) {
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
  const parcelNumber = query.get('parcel_number');
  return <CampaignScreen key={`${projectId} ${parcelNumber ?? ''}`} audience={{ projectId, parcelNumber }} own={currentEmail()} />;
}
