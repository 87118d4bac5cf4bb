import { Alert, Anchor, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconFolder } from '@tabler/icons-react';
import { Link } from 'react-router';
import { postalAddressOf, signatureOf } from '../../api/letterhead';
import { campaignsQuery } from '../../api/queries/campaigns';
import { letterheadQuery } from '../../api/queries/letterhead';
import { paths } from '../../lib/paths';
import { Page } from '../../ui/page';
import type { Audience } from './api';
import { CampaignForm } from './campaign-form';
import { CampaignList } from './campaign-list';
import classes from './campaign.module.css';

interface Props {
  readonly audience: Audience;
  /** The user's own address, which receives the test. */
  readonly own: string | null;
}

/** Writes a personalized message to the owner contacts of a project. */
export function CampaignScreen({ audience, own }: Props) {
  const campaigns = useQuery(campaignsQuery(audience.projectId));
  const letterhead = useQuery(letterheadQuery);
  const written = campaigns.data?.mail_mode === 'folder';
  return (
    <Page
      title="Email Campaign"
      note={audience.parcelNumber ? `To the contacts of parcel ${audience.parcelNumber}` : 'To the owner contacts of this project'}
      actions={
        <Anchor component={Link} to={paths.project(audience.projectId)} size="sm">
          Back to project
        </Anchor>
      }
    >
      {written && (
        <Alert color="yellow" icon={<IconFolder aria-hidden />} mb="md" title="No mail server is set up">
          Messages do not leave this installation: each is written to a file in its mail folder.
        </Alert>
      )}
      {(campaigns.isPending || letterhead.isPending) && <Skeleton h={320} aria-label="Loading..." />}
      {campaigns.isError && (
        <Text role="alert">
          {campaigns.error.message}{' '}
          <Anchor component="button" onClick={() => void campaigns.refetch()}>
            Try again
          </Anchor>
        </Text>
      )}
      {campaigns.data && !letterhead.isPending && (
        <div className={classes.columns}>
          <CampaignForm
            audience={audience}
            postalAddress={campaigns.data.postal_address ?? postalAddressOf(letterhead.data)}
            own={own}
            opening={letterhead.data ? `\n\n${signatureOf(letterhead.data)}` : ''}
          />
          <CampaignList projectId={audience.projectId} campaigns={campaigns.data.campaigns} written={written} />
        </div>
      )}
    </Page>
  );
}
