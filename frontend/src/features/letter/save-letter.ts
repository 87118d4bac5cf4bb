/** Saves the letter as a PDF of the property: makes it, uploads it, and says in the specification's sentences how that went. */
import type { LetterInfo } from './pdf/compose-pdf';

/** What became of a save; `saved` also when only the draft's deletion failed. */
export interface SaveOutcome {
  saved: boolean;
  message: string;
}

export interface SaveSteps {
  /** The sheets on screen; empty when the letter is not there. */
  sheets: () => readonly HTMLElement[];
  write: (sheets: readonly HTMLElement[], info: LetterInfo) => Promise<Blob>;
  /** Undefined when the server has it; else the server's sentence. Rejects when the server cannot be reached. */
  upload: (file: File) => Promise<string | undefined>;
}

export async function saveLetter(fileName: string, info: LetterInfo, { sheets, write, upload }: SaveSteps): Promise<SaveOutcome> {
  const pages = sheets();
  if (pages.length === 0) return { saved: false, message: 'Error: Document content not found.' };
  let file: File;
  try {
    file = new File([await write(pages, info)], fileName, { type: 'application/pdf' });
  } catch (cause) {
    return { saved: false, message: `Error generating PDF: ${cause instanceof Error ? cause.message : String(cause)}` };
  }
  try {
    const refusal = await upload(file);
    return refusal === undefined
      ? { saved: true, message: 'LOI saved and attached successfully!' }
      : { saved: false, message: `Error saving LOI: ${refusal}` };
  } catch {
    return { saved: false, message: 'Error uploading PDF to server.' };
  }
}
