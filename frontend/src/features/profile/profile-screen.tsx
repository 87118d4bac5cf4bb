import { Paper, Skeleton, Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sentenceOf } from '../../api/client';
import { profileQuery } from '../../api/queries/account';
import { currentRole, currentUserId } from '../../lib/session';
import { useNotice } from '../../ui/dialogs';
import { FailureBanner } from '../../ui/failure-banner';
import { Page } from '../../ui/page';
import { LetterheadForm } from './letterhead-form';
import { OperationsTab } from './operations-tab';
import { PasswordForm } from './password-form';
import { ProfileForm } from './profile-form';
import { SignatureField } from './signature-field';

/** /profile: profile and password; for admins, the firm's users. */
export function ProfileScreen() {
  const userId = currentUserId();
  return (
    <Page title="Profile Settings">
      <Paper withBorder bg="var(--surface)" p="md">
        <Tabs defaultValue="profile" keepMounted={false}>
          <Tabs.List mb="lg" style={{ flexWrap: 'nowrap', overflowX: 'auto', overflowY: 'hidden' }}>
            <Tabs.Tab value="profile" flex="none">
              Profile Information
            </Tabs.Tab>
            <Tabs.Tab value="password" flex="none">
              Change Password
            </Tabs.Tab>
            {currentRole() === 'admin' && (
              <Tabs.Tab value="operations" flex="none">
                Manage Operations
              </Tabs.Tab>
            )}
          </Tabs.List>
          <Tabs.Panel value="profile">
            {userId ? <ProfileTab userId={userId} /> : <FailureBanner sentence="Missing user session. Please log in again." />}
          </Tabs.Panel>
          <Tabs.Panel value="password">
            <PasswordForm />
          </Tabs.Panel>
          {currentRole() === 'admin' && (
            <Tabs.Panel value="operations">
              <Stack gap="xl">
                <OperationsTab ownId={userId} />
                <LetterheadForm />
              </Stack>
            </Tabs.Panel>
          )}
        </Tabs>
      </Paper>
    </Page>
  );
}

function ProfileTab({ userId }: { readonly userId: string }) {
  const profile = useQuery(profileQuery(userId));
  const notice = useNotice();
  const failure = profile.isError ? sentenceOf(profile.error, 'Failed to load profile') : undefined;
  useEffect(() => {
    if (failure) notice.alert(failure);
  }, [failure, notice]);
  if (profile.data) {
    return (
      <Stack gap="xl">
        <ProfileForm key={profile.data.user_id} profile={profile.data} />
        <SignatureField />
      </Stack>
    );
  }
  if (failure) return <FailureBanner sentence={failure} onRetry={() => void profile.refetch()} />;
  return (
    <Stack aria-hidden maw={560}>
      {[80, 60, 60, 60, 60].map((height, row) => (
        <Skeleton key={row} height={height} />
      ))}
    </Stack>
  );
}
