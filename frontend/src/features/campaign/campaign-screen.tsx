import { Alert, Anchor, Button } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { IconFolder, IconMail } from '@tabler/icons-react';
import { Link } from 'react-router';
import { postalAddressOf, signatureOf } from '../../api/letterhead';
import { campaignsQuery } from '../../api/queries/campaigns';
import { letterheadQuery } from '../../api/queries/letterhead';
import { paths } from '../../lib/paths';
import { EmptyState } from '../../ui/empty-state';
import { LoadingPage } from '../../ui/loading-page';
import { Page } from '../../ui/page';
import { QueryFailure } from '../../ui/query-panel';
import { audienceWords, type Audience } from './api';
import { CampaignForm } from './campaign-form';
import { CampaignList } from './campaign-list';
import classes from './campaign.module.css';

interface Props {
  readonly audience: Audience;
  /** The user's own address, which receives the test. */
  readonly own: string | null;
}

/** Writes a personalized message to the owner contacts of a project, or to contacts chosen in the directory. */
export function CampaignScreen({ audience, own }: Props) {
  const campaigns = useSuspenseQuery(campaignsQuery(audience.projectId));
  const letterhead = useQuery(letterheadQuery);
  const written = campaigns.data.mail_mode === 'folder';
  return (
    <Page
      title="Email Campaign"
      note={audienceWords(audience)}
      actions={
        <Anchor component={Link} to={audience.projectId === null ? paths.contacts : paths.project(audience.projectId)} size="sm">
          {audience.projectId === null ? 'Back to contacts' : 'Back to project'}
        </Anchor>
      }
    >
      {written && (
        <Alert color="yellow" icon={<IconFolder aria-hidden />} mb="md" title="No mail server is set up">
          Messages are not sent: each is written to a file in the mail folder.
        </Alert>
      )}
      {campaigns.isError && <QueryFailure query={campaigns} sentence={campaigns.error.message} />}
      {/* The signature is proposed; without it the message begins empty. */}
      {letterhead.isPending ? (
        <LoadingPage />
      ) : (
        <div className={classes.columns}>
          {audience.projectId === null && audience.contactIds.length === 0 ? (
            <EmptyState icon={IconMail} title="No contacts chosen" sentence="Select contacts in the list, then press E-mail.">
              <Button component={Link} to={paths.contacts}>
                Go to contacts
              </Button>
            </EmptyState>
          ) : (
            <CampaignForm
              audience={audience}
              postalAddress={campaigns.data.postal_address ?? postalAddressOf(letterhead.data)}
              own={own}
              opening={letterhead.data ? `\n\n${signatureOf(letterhead.data)}` : ''}
            />
          )}
          <CampaignList projectId={audience.projectId} campaigns={campaigns.data.campaigns} written={written} />
        </div>
      )}
    </Page>
  );
}
