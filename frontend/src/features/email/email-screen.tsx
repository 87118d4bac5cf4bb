import { Alert, Anchor } from '@mantine/core';
import { useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { IconFolder } from '@tabler/icons-react';
import { Link } from 'react-router';
import { signatureOf } from '../../api/letterhead';
import { attachmentsQuery } from '../../api/queries/attachments';
import { propertyContactsQuery } from '../../api/queries/contacts';
import { sentEmailsQuery } from '../../api/queries/emails';
import { letterheadQuery } from '../../api/queries/letterhead';
import { propertyQuery, type PropertyRef } from '../../api/queries/properties';
import { paths } from '../../lib/paths';
import { LoadingPage } from '../../ui/loading-page';
import { Page } from '../../ui/page';
import { ComposeForm } from './compose-form';
import classes from './email.module.css';
import { bodyOver, newestLetter } from './opening';
import { SentList } from './sent-list';

interface Props {
  readonly about: PropertyRef;
  /** The address in the URL. */
  readonly address: string | null;
  /** Paths of preselected files. */
  readonly files: readonly string[];
  /** The user's own address. */
  readonly own: string | null;
}

/** The e-mail view: writes to contacts of a property, and lists sent messages. */
export function EmailScreen({ about, address, files, own }: Props) {
  const { data: property } = useSuspenseQuery(propertyQuery(about));
  const contacts = useQuery(propertyContactsQuery(property.contact_ids));
  const attachments = useQuery(attachmentsQuery(about));
  const letterhead = useQuery(letterheadQuery);
  const written = useInfiniteQuery(sentEmailsQuery(about)).data?.pages[0]?.mail_mode === 'folder';
  const known = (contacts.data ?? []).map(({ email }) => email).filter(Boolean);
  // The proposed text uses these; if one fails to load, it is proposed without it.
  const waiting = contacts.isLoading || attachments.isPending || letterhead.isPending;
  const place = property.address ?? about.parcelNumber;
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
          Messages are not sent: each is written to a file in the mail folder.
        </Alert>
      )}
      {waiting ? (
        <LoadingPage />
      ) : (
        <div className={classes.columns}>
          <ComposeForm about={about} opening={opening} known={known} files={attachments.data} own={own} written={written} />
          <SentList about={about} />
        </div>
      )}
    </Page>
  );
}
