import { Paper, Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { sentenceOf } from '../../api/client';
import { profileQuery } from '../../api/queries/account';
import { profileTabs } from '../../lib/paths';
import { currentRole, currentUserId } from '../../lib/session';
import { useNotice } from '../../ui/dialogs';
import { FailureBanner } from '../../ui/failure-banner';
import { LoadingPage } from '../../ui/loading-page';
import { Page } from '../../ui/page';
import { QueryPanel } from '../../ui/query-panel';
import { AccessTokensTab } from './access-tokens-tab';
import { AllAccessTokens } from './all-access-tokens';
import { LetterApprovalSection } from './letter-approval-section';
import { LetterheadForm } from './letterhead-form';
import { NotificationsTab } from './notifications-tab';
import { OperationsTab } from './operations-tab';
import { PasswordForm } from './password-form';
import { ProfileForm } from './profile-form';
import { SignatureField } from './signature-field';

/** The open tab: the one that the last navigation named, until another one is chosen. */
function useTab() {
  const { key, search } = useLocation();
  const named = new URLSearchParams(search).get('tab');
  const asked = profileTabs.find((each) => each === named && (each !== 'operations' || currentRole() === 'admin')) ?? 'profile';
  const [tab, setTab] = useState<string | null>(asked);
  const [shown, setShown] = useState(key);
  if (shown !== key) {
    setShown(key);
    setTab(asked);
  }
  return [tab, setTab] as const;
}

/** Keeps the open tab in view, also when the window becomes narrower: a phone shows two of them. */
function useInView(tab: string | null) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tabs = list.current;
    if (!tabs) return;
    function show(): void {
      const open = tabs?.querySelector('[data-active]')?.getBoundingClientRect();
      const box = tabs?.getBoundingClientRect();
      if (!tabs || !open || !box) return;
      if (open.left < box.left) tabs.scrollLeft -= box.left - open.left;
      else if (open.right > box.right) tabs.scrollLeft += open.right - box.right;
    }
    show();
    const narrowed = new ResizeObserver(show);
    narrowed.observe(tabs);
    return () => narrowed.disconnect();
  }, [tab]);
  return list;
}

/** /profile: profile, password, access tokens and notifications; for admins, the firm's users and their access tokens. */
export function ProfileScreen() {
  const userId = currentUserId();
  const [tab, setTab] = useTab();
  const list = useInView(tab);
  return (
    <Page title="Profile Settings">
      <Paper withBorder bg="var(--surface)" p="md">
        <Tabs value={tab} onChange={setTab} keepMounted={false}>
          <Tabs.List ref={list} mb="lg" style={{ flexWrap: 'nowrap', overflowX: 'auto', overflowY: 'hidden' }}>
            <Tabs.Tab value="profile" flex="none">
              Profile Information
            </Tabs.Tab>
            <Tabs.Tab value="password" flex="none">
              Change Password
            </Tabs.Tab>
            <Tabs.Tab value="tokens" flex="none">
              Access Tokens
            </Tabs.Tab>
            <Tabs.Tab value="notifications" flex="none">
              Notifications
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
          <Tabs.Panel value="tokens">
            <AccessTokensTab />
          </Tabs.Panel>
          <Tabs.Panel value="notifications">
            <NotificationsTab />
          </Tabs.Panel>
          {currentRole() === 'admin' && (
            <Tabs.Panel value="operations">
              <Stack gap="xl">
                <OperationsTab ownId={userId} />
                <AllAccessTokens />
                <LetterheadForm />
                <LetterApprovalSection />
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
  const { isError } = profile;
  const failure = sentenceOf(profile.error, 'Failed to load profile');
  useEffect(() => {
    if (isError) notice.alert(failure);
  }, [isError, failure, notice]);
  return (
    <QueryPanel query={profile} failure={failure} pending={<LoadingPage />}>
      {(loaded) => (
        <Stack gap="xl">
          <ProfileForm key={loaded.user_id} profile={loaded} />
          <SignatureField />
          {currentRole() !== 'admin' && <LetterApprovalSection />}
        </Stack>
      )}
    </QueryPanel>
  );
}
