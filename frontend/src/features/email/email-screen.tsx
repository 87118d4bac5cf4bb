import { Alert, Anchor, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconFolder } from '@tabler/icons-react';
import { Link } from 'react-router';
import { letterheadQuery, signatureOf } from '../../api/letterhead';
import { paths } from '../../lib/paths';
import { Page } from '../../ui/page';
import { useAddresses, useFiles, useSentEmails, useSubject, type About } from './api';
import { ComposeForm } from './compose-form';
import classes from './email.module.css';
import { bodyOver, newestLetter } from './opening';
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
  const attachments = useFiles(about);
  const letterhead = useQuery(letterheadQuery);
  const written = useSentEmails(about).data?.pages[0]?.mail_mode === 'folder';
  const known = (contacts.data ?? []).map(({ email }) => email).filter(Boolean);
  const ready =
    property.data && (property.data.contact_ids.length === 0 || !contacts.isPending) && !attachments.isPending && !letterhead.isPending;
  const place = property.data?.address ?? about.parcelNumber;
  const newest = newestLetter(attachments.data ?? []);
  const opening = {
    to: address ? [address] : known.slice(0, 1),
    subject: `LOI to purchase ${place}`,
    body: bodyOver(letterhead.data ? signatureOf(letterhead.data) : ''),
    files: files.length > 0 || !newest ? files : [newest],
  };
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
          <ComposeForm about={about} opening={opening} known={known} files={attachments.data} own={own} written={written} />
          <SentList about={about} />
        </div>
      )}
    </Page>
  );
}
