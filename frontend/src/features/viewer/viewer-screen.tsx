/** The attachment viewer's screen: header and file. Attachments are identified by path only. */
import { ActionIcon, Alert, Text, Title, Tooltip } from '@mantine/core';
import { IconAlertCircle, IconArrowLeft, IconDownload } from '@tabler/icons-react';
import { attachmentUrl, fetchAttachment } from './api';
import { fileName } from './file-kind';
import { FileView } from './file-view';
import classes from './viewer.module.css';

interface ViewerScreenProps {
  /** The `file` query parameter. */
  file: string | null;
  onBack: () => void;
}

export function ViewerScreen({ file, onBack }: ViewerScreenProps) {
  return (
    <div className={classes['screen']}>
      <header className={classes['bar']}>
        <Tooltip label="Back">
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Back" onClick={onBack}>
            <IconArrowLeft size={20} />
          </ActionIcon>
        </Tooltip>
        <Title order={1} size="h4">
          Attachment Viewer
        </Title>
        {file && (
          <>
            <Text className={classes['name']} size="sm" c="dimmed" truncate title={fileName(file)}>
              {fileName(file)}
            </Text>
            <Tooltip label="Download">
              <ActionIcon
                component="a"
                href={attachmentUrl(file)}
                download={fileName(file)}
                variant="subtle"
                color="gray"
                size="lg"
                aria-label="Download"
              >
                <IconDownload size={20} />
              </ActionIcon>
            </Tooltip>
          </>
        )}
      </header>
      <main className={classes['content']}>
        {file ? (
          <FileView key={file} file={file} url={attachmentUrl(file)} fetchFile={fetchAttachment} />
        ) : (
          <div className={classes['desk']}>
            <Alert color="red" variant="light" icon={<IconAlertCircle />} maw={560} mx="auto" title="No file specified." />
          </div>
        )}
      </main>
    </div>
  );
}
