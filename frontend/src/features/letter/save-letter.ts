/** Saves the letter as a PDF of the property: creates it, uploads it, and reports the result with the specification's messages. */
import type { Uploaded } from './api';
import type { LetterInfo } from './pdf/compose-pdf';

/** Result of a save. */
export interface SaveOutcome {
  saved: boolean;
  /** Whether the text was stored with the PDF, so that the draft may be deleted. */
  kept: boolean;
  message: string;
}

export interface SaveSteps {
  /** The sheets on screen; empty if the letter is not rendered. */
  sheets: () => readonly HTMLElement[];
  write: (sheets: readonly HTMLElement[], info: LetterInfo) => Promise<Blob>;
  /** Rejects when the server cannot be reached. */
  upload: (file: File) => Promise<Uploaded>;
}

export async function saveLetter(fileName: string, info: LetterInfo, { sheets, write, upload }: SaveSteps): Promise<SaveOutcome> {
  const pages = sheets();
  if (pages.length === 0) return failure('Error: Document content not found.');
  let file: File;
  try {
    file = new File([await write(pages, info)], fileName, { type: 'application/pdf' });
  } catch (cause) {
    return failure(`Error generating PDF: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  try {
    const { refusal, kept } = await upload(file);
    if (refusal !== undefined) return failure(`Error saving LOI: ${refusal}`);
    return { saved: true, kept, message: 'LOI saved and attached successfully!' };
  } catch {
    return failure('Error uploading PDF to server.');
  }
}

function failure(message: string): SaveOutcome {
  return { saved: false, kept: false, message };
}
