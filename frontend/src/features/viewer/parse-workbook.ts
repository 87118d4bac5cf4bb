/** Has a worker read a spreadsheet, and ends the worker whatever comes of it. */
import type { WorkbookSheet } from './workbook';
import type { WorkbookAnswer } from './workbook.worker';

/** Longer than any file within the size limit has needed; a worker still at it then is stuck. */
const patience = 30_000;

export function parseWorkbook(bytes: ArrayBuffer, signal: AbortSignal): Promise<WorkbookSheet[]> {
  const worker = new Worker(new URL('./workbook.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<WorkbookSheet[]>((resolve, reject) => {
    const give = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
    give.addEventListener('abort', () => reject(new Error('Reading the spreadsheet was ended.')));
    worker.addEventListener('error', (event) => reject(new Error(event.message)));
    worker.addEventListener('message', ({ data }: MessageEvent<WorkbookAnswer>) => {
      if ('sheets' in data) resolve(data.sheets);
      else reject(new Error(data.failed));
    });
    worker.postMessage(bytes, [bytes]);
  }).finally(() => worker.terminate());
}
