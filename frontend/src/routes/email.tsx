import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router';
import { EmailScreen } from '../features/email/email-screen';
import { paths } from '../lib/paths';
import { currentEmail } from '../lib/session';
import { EmptyState } from '../ui/empty-state';
import { Page } from '../ui/page';

/** /email: write to an address about a property. */
export default function EmailPage() {
  const [query] = useSearchParams();
  const parcelNumber = query.get('parcel_number');
  if (!parcelNumber) {
    return (
      <Page title="Email">
        <EmptyState
          icon={IconMail}
          title="No property chosen"
          sentence="Open a property and choose the e-mail address of one of its contacts."
        >
          <Button component={Link} to={paths.projects}>
            Go to projects
          </Button>
        </EmptyState>
      </Page>
    );
  }
  return (
    <EmailScreen
      key={query.toString()}
      about={{ parcelNumber, projectId: query.get('project_id') }}
      address={query.get('address')}
      files={query.getAll('file')}
      own={currentEmail()}
    />
  );
}
