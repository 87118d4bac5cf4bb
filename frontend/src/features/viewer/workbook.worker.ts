/** Reads a spreadsheet off the page's thread: a large or hostile file can at worst stall this worker, which the viewer then ends. */
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
