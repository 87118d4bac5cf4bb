import { Alert, Anchor, Skeleton, Text } from '@mantine/core';
import { IconFolder } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths';
import { Page } from '../../ui/page';
import { useAddresses, useSentEmails, useSubject, type About } from './api';
import { ComposeForm } from './compose-form';
import classes from './email.module.css';
import { SentList } from './sent-list';

interface Props {
  readonly about: About;
  /** The address that the view was opened for. */
  readonly address: string | null;
  /** Paths of files chosen before. */
  readonly files: readonly string[];
  /** The person's own address. */
  readonly own: string | null;
}

/** The e-mail view: write to the people of a property, and see what was sent. */
export function EmailScreen({ about, address, files, own }: Props) {
  const property = useSubject(about);
  const contacts = useAddresses(property.data?.contact_ids ?? []);
  const written = useSentEmails(about).data?.pages[0]?.mail_mode === 'folder';
  const known = (contacts.data ?? []).map(({ email }) => email).filter(Boolean);
  const ready = property.data && (property.data.contact_ids.length === 0 || !contacts.isPending);
  const place = property.data?.address ?? about.parcelNumber;
  return (
    <Page
      title="Email"
      note={place}
      actions={
        <Anchor component={Link} to={paths.property(about.parcelNumber, { project_id: about.projectId })} size="sm">
          Back to property
        </Anchor>
      }
    >
      {written && (
        <Alert color="yellow" icon={<IconFolder aria-hidden />} mb="md" title="No mail server is set up">
          Messages do not leave this installation: each is written to a file in its mail folder.
        </Alert>
      )}
      {property.isError && (
        <Text role="alert">
          {property.error.message}{' '}
          <Anchor component="button" onClick={() => void property.refetch()}>
            Try again
          </Anchor>
        </Text>
      )}
      {property.isPending && <Skeleton h={320} aria-label="Loading..." />}
      {ready && (
        <div className={classes.columns}>
          <ComposeForm
            about={about}
            to={address ? [address] : known.slice(0, 1)}
            known={known}
            subject={`LOI to purchase ${place}`}
            chosen={files}
            own={own}
            written={written}
          />
          <SentList about={about} />
        </div>
      )}
    </Page>
  );
}
