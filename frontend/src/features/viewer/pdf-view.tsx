/**
 * A PDF on a canvas, one page at a time, with selectable text. Loaded only for PDF files. pdf.js, its worker and its data files come from
 * our own origin; react-pdf destroys the document and cancels rendering on unmount.
 */
import 'react-pdf/dist/Page/TextLayer.css';
import { Button, Loader, Text } from '@mantine/core';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { useEffect, useRef, useState } from 'react';
import { Document, Page, pdfjs } from 'react-pdf';
import { refused, unreachable, unreadable, ViewerError } from './attachment';
import { canZoom, startZoom, turnPage, zoomBy, zoomToFit } from './pages';
import { ViewerProblem } from './viewer-problem';
import classes from './viewer.module.css';

pdfjs.GlobalWorkerOptions.workerSrc = workerUrl;

/** Outside the component: a new object would make react-pdf load the file again. */
const options = {
  cMapUrl: '/pdfjs/cmaps/',
  standardFontDataUrl: '/pdfjs/standard_fonts/',
  wasmUrl: '/pdfjs/wasm/',
  iccUrl: '/pdfjs/iccs/',
};

interface PdfViewProps {
  url: string;
  onRetry: () => void;
}

export function PdfView({ url, onRetry }: PdfViewProps) {
  const [pages, setPages] = useState(0);
  const [page, setPage] = useState(1);
  const [zoom, setZoom] = useState(startZoom);
  /** Width of the page in pixels at zoom 1, once known. */
  const [pageWidth, setPageWidth] = useState(0);
  const desk = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<ViewerError>();
  const turn = (by: number): void => setPage((current) => turnPage(current, by, pages));
  usePageKeys(turn, pages);
  if (problem) return <ViewerProblem problem={problem} url={url} onRetry={onRetry} />;
  return (
    <>
      <div className={classes['controls']} role="toolbar" aria-label="Pages and zoom">
        <Button variant="default" disabled={page <= 1} onClick={() => turn(-1)}>
          Previous
        </Button>
        <Button variant="default" disabled={!canZoom(zoom, 1)} onClick={() => setZoom((current) => zoomBy(current, 1))}>
          Zoom In
        </Button>
        <Button variant="default" disabled={!canZoom(zoom, -1)} onClick={() => setZoom((current) => zoomBy(current, -1))}>
          Zoom Out
        </Button>
        <Button variant="default" disabled={pageWidth === 0} onClick={() => setZoom(zoomToFit(pageWidth, innerWidth(desk.current)))}>
          Fit Width
        </Button>
        <Button variant="default" disabled={page >= pages} onClick={() => turn(1)}>
          Next
        </Button>
        {pages > 0 && (
          <Text className={classes['page']} aria-live="polite">
            Page {page} of {pages}
          </Text>
        )}
      </div>
      <div ref={desk} className={classes['desk']} tabIndex={0} role="region" aria-label="Document">
        <Document
          file={url}
          options={options}
          className={classes['sheet']}
          suspense={false}
          loading={<Loader role="status" aria-label="Loading the document" />}
          onLoadSuccess={(document) => setPages(document.numPages)}
          onLoadError={(cause) => setProblem(problemOf(cause))}
          onPassword={() => setProblem(locked())}
        >
          <Page
            pageNumber={page}
            scale={zoom}
            renderAnnotationLayer={false}
            onLoadSuccess={({ originalWidth }) => setPageWidth(originalWidth)}
            loading={<Loader role="status" aria-label="Loading the page" />}
          />
        </Document>
      </div>
    </>
  );
}

/** Content width of an element, in pixels. */
function innerWidth(element: HTMLElement | null): number {
  if (!element) return 0;
  const { paddingLeft, paddingRight } = getComputedStyle(element);
  return element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
}

function problemOf(cause: Error): ViewerError {
  if (!(cause instanceof pdfjs.ResponseException)) return unreadable();
  const status: unknown = cause.status;
  return typeof status === 'number' && status > 0 ? refused(status) : unreachable();
}

function locked(): ViewerError {
  return new ViewerError('This PDF is protected by a password. Download it to open it.', false, true);
}

/** Page Up and Page Down turn pages wherever the focus is. */
function usePageKeys(turn: (by: number) => void, pages: number): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const by = event.key === 'PageDown' ? 1 : event.key === 'PageUp' ? -1 : 0;
      if (by === 0 || pages < 2 || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      turn(by);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}
