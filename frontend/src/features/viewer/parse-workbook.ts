/** Parses a spreadsheet in a worker, which is terminated afterwards in any case. */
import type { WorkbookSheet } from './workbook';
import type { WorkbookAnswer } from './workbook.worker';

/** No file within the size limit takes this long; a worker still running then is stuck. */
const patience = 30_000;

export function parseWorkbook(bytes: ArrayBuffer, signal: AbortSignal): Promise<WorkbookSheet[]> {
  const worker = new Worker(new URL('./workbook.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<WorkbookSheet[]>((resolve, reject) => {
    const give = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
    give.addEventListener('abort', () => reject(new Error('Reading the spreadsheet was cancelled.')));
    worker.addEventListener('error', (event) => reject(new Error(event.message)));
    worker.addEventListener('message', ({ data }: MessageEvent<WorkbookAnswer>) => {
      if ('sheets' in data) resolve(data.sheets);
      else reject(new Error(data.failed));
    });
    worker.postMessage(bytes, [bytes]);
  }).finally(() => worker.terminate());
}
