/** Parses a spreadsheet off the main thread: a large or hostile file can only block this worker, which the viewer then terminates. */
import { readWorkbook, type WorkbookSheet } from './workbook';

export type WorkbookAnswer = { sheets: WorkbookSheet[] } | { failed: string };

self.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  let answer: WorkbookAnswer;
  try {
    answer = { sheets: readWorkbook(data) };
  } catch (cause) {
    answer = { failed: cause instanceof Error ? cause.message : String(cause) };
  }
  self.postMessage(answer);
});
