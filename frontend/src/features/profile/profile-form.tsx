import { Button, Group, PasswordInput, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { ApiProblem, sentenceOf } from '../../api/client';
import { useNotice } from '../../ui/dialogs';
import { useUnsaved } from '../../ui/unsaved';
import { useSaveProfile, type Profile } from './api';
import { AvatarPicker } from './avatar-picker';
import { draftOf, emailRefusal, isChanged, isNewEmail, isValid, nameRefusal, phoneRefusal, splitName, type ProfileDraft } from './rules';

/** The user's profile. Save is enabled only if something changed, everything is valid, and no save is in progress. */
export function ProfileForm({ profile }: { readonly profile: Profile }) {
  const saved = draftOf(profile);
  const [draft, setDraft] = useState(saved);
  const [password, setPassword] = useState('');
  const save = useSaveProfile();
  const notice = useNotice();
  const changed = isChanged(draft, saved);
  useUnsaved(changed);
  const newEmail = isNewEmail(draft, saved) && !emailRefusal(draft.email);
  const ready = changed && isValid(draft) && (!newEmail || password !== '') && !save.isPending;
  const refused = save.error instanceof ApiProblem ? save.error.fields : {};
  const set = (part: Partial<ProfileDraft>): void => setDraft({ ...draft, ...part });

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (!ready) return;
    const { jobTitle, email, phone, location, bio } = draft;
    save.mutate(
      {
        user_id: profile.user_id,
        ...splitName(draft.name),
        job_title: jobTitle,
        email: email.trim(),
        phone_number: phone,
        location,
        bio,
        ...(newEmail && { current_password: password }),
      },
      {
        onSuccess: (after) => {
          setDraft(draftOf(after));
          setPassword('');
          notice.success('Profile updated successfully!');
        },
        onError: (reason) => notice.alert(sentenceOf(reason, 'Failed to update profile')),
      },
    );
  }

  function cancel(): void {
    setDraft(saved);
    setPassword('');
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack maw={640}>
        <AvatarPicker userId={profile.user_id} name={saved.name} url={profile.avatar_url ?? null} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label="Full Name"
            autoComplete="name"
            value={draft.name}
            error={nameRefusal(draft.name) ?? refused['fname']}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <TextInput
            label="Job Title"
            autoComplete="organization-title"
            value={draft.jobTitle}
            error={refused['job_title']}
            onChange={(event) => set({ jobTitle: event.currentTarget.value })}
          />
          <TextInput
            label="Email"
            type="email"
            autoComplete="email"
            value={draft.email}
            error={emailRefusal(draft.email) ?? refused['email']}
            description={profile.pending_email && `Waiting for confirmation: open the link that we sent to ${profile.pending_email}.`}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            onChange={(event) => set({ email: event.currentTarget.value })}
          />
          {newEmail && (
            <PasswordInput
              label="Current Password"
              required
              autoComplete="current-password"
              description="Your email changes when you open the link that we send to the new address."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              value={password}
              error={refused['current_password']}
              onChange={(event) => setPassword(event.currentTarget.value)}
              visibilityToggleButtonProps={{ 'aria-label': 'Show or hide password', tabIndex: 0 }}
            />
          )}
          <TextInput
            label="Phone"
            type="tel"
            autoComplete="tel"
            value={draft.phone}
            error={phoneRefusal(draft.phone) ?? refused['phone_number']}
            onChange={(event) => set({ phone: event.currentTarget.value })}
          />
          <TextInput
            label="Location"
            value={draft.location}
            error={refused['location']}
            onChange={(event) => set({ location: event.currentTarget.value })}
          />
        </SimpleGrid>
        <Textarea
          label="Bio"
          autosize
          minRows={3}
          maxRows={10}
          value={draft.bio}
          error={refused['bio']}
          onChange={(event) => set({ bio: event.currentTarget.value })}
        />
        <Group justify="flex-end">
          <Button variant="default" disabled={!changed || save.isPending} onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" disabled={!ready}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
