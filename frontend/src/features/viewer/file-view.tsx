/** Shows one file by its kind: loads what the kind needs, and renders its view. */
import { Button, Loader, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { fileContentQuery } from '../../api/queries/attachments';
import { loadBytes, probe, unreadable, unreachable, ViewerError, type FetchFile } from './attachment';
import { extensionOf, fileName, type FileKind } from './file-kind';
import { oldWordPage, textPage, webPage } from './frame-page';
import { ViewerProblem } from './viewer-problem';
import type { WorkbookSheet } from './workbook';
import classes from './viewer.module.css';

const PdfView = lazy(async () => ({ default: (await import('./pdf-view')).PdfView }));
const WorkbookView = lazy(async () => ({ default: (await import('./workbook-view')).WorkbookView }));

/** Input of a view: only the URL (PDF, image, download), a page for the frame, or the sheets of a workbook. */
interface Content {
  kind: FileKind;
  page?: string;
  sheets?: WorkbookSheet[];
}

interface FileViewProps {
  file: string;
  url: string;
  fetchFile: FetchFile;
}

export function FileView({ file, url, fetchFile }: FileViewProps) {
  const narrow = useMediaQuery('(max-width: 850px)', false, { getInitialValueInEffect: false });
  const content = useQuery(
    fileContentQuery(file, narrow && extensionOf(file) === 'docx', (signal) => read(fetchFile, file, narrow, signal)),
  );
  const retry = (): void => void content.refetch();
  if (content.error && !content.data) {
    const problem = content.error instanceof ViewerError ? content.error : unreachable();
    return <ViewerProblem problem={problem} url={url} onRetry={retry} />;
  }
  const loading = (
    <div className={classes['desk']}>
      <Loader role="status" aria-label="Loading the file" display="block" mx="auto" mt="xl" />
    </div>
  );
  if (!content.data) return loading;
  return (
    <Suspense fallback={loading}>
      <Loaded content={content.data} file={file} url={url} onRetry={retry} />
    </Suspense>
  );
}

interface LoadedProps {
  content: Content;
  file: string;
  url: string;
  onRetry: () => void;
}

function Loaded({ content, file, url, onRetry }: LoadedProps) {
  if (content.kind === 'pdf') return <PdfView url={url} onRetry={onRetry} />;
  if (content.sheets) return <WorkbookView sheets={content.sheets} />;
  // An empty `sandbox`: no scripts, no forms, no access to our origin.
  if (content.page !== undefined) return <iframe className={classes['frame']} sandbox="" srcDoc={content.page} title={fileName(file)} />;
  if (content.kind === 'image') return <Picture file={file} url={url} onRetry={onRetry} />;
  return <Download file={file} url={url} />;
}

function Picture({ file, url, onRetry }: Omit<LoadedProps, 'content'>) {
  const [broken, setBroken] = useState(false);
  if (broken) return <ViewerProblem problem={unreadable()} url={url} onRetry={onRetry} />;
  return (
    <div className={classes['desk']} tabIndex={0} role="region" aria-label="Image">
      <img className={classes['image']} src={url} alt={fileName(file)} onError={() => setBroken(true)} />
    </div>
  );
}

function Download({ file, url }: { file: string; url: string }) {
  const extension = extensionOf(file);
  return (
    <div className={classes['desk']}>
      <Stack align="center" mt="xl" gap="sm">
        <Text>{extension ? `Files of type .${extension} cannot be shown here.` : 'This type of file cannot be shown here.'}</Text>
        <Button component="a" href={url} download={fileName(file)} leftSection={<IconDownload size={18} />}>
          Download {fileName(file)}
        </Button>
      </Stack>
    </div>
  );
}

async function read(fetchFile: FetchFile, file: string, narrow: boolean, signal: AbortSignal): Promise<Content> {
  const kind = await probe(fetchFile, file, signal);
  if (kind === 'pdf' || kind === 'image' || kind === 'other') return { kind };
  const bytes = await loadBytes(fetchFile, file, signal);
  try {
    if (kind === 'spreadsheet') return { kind, sheets: await (await import('./parse-workbook')).parseWorkbook(bytes, signal) };
    return { kind, page: await pageOf(kind, bytes, narrow) };
  } catch (cause) {
    if (cause instanceof ViewerError) throw cause;
    throw signal.aborted ? cause : unreadable();
  }
}

async function pageOf(kind: FileKind, bytes: ArrayBuffer, narrow: boolean): Promise<string> {
  if (kind === 'word') return (await import('./render-word')).renderWord(bytes, narrow);
  if (kind === 'old-word') return oldWordPage((await import('./old-word')).readOldWord(bytes));
  const text = new TextDecoder().decode(bytes);
  return kind === 'page' ? webPage(text) : textPage(text);
}
