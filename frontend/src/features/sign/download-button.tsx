import { Button, Text } from '@mantine/core';
import { downloadLetter } from './api';
import { failureOf, useAnswer, type SigningLink } from './link';

/** Saves the PDF. */
export function DownloadButton({ link }: { readonly link: SigningLink }) {
  const download = useAnswer(link, () => downloadLetter(link.token, link.invitation.number));
  const failure = failureOf(download.failure, 'The PDF could not be downloaded. Please try again.');
  return (
    <div>
      <Button variant="default" size="md" loading={download.busy} onClick={() => download.send(undefined)}>
        Download the PDF
      </Button>
      {failure && (
        <Text c="var(--mantine-color-error)" role="alert" mt={6}>
          {failure}
        </Text>
      )}
    </div>
  );
}
