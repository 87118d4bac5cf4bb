/** What the viewer does with a file, decided by the file's extension. Pure; the server sniffs the true type when it serves the file. */

export type FileKind = 'pdf' | 'image' | 'word' | 'spreadsheet' | 'page' | 'text' | 'other';

const kinds: Readonly<Record<string, FileKind>> = {
  pdf: 'pdf',
  png: 'image',
  jpg: 'image',
  jpeg: 'image',
  gif: 'image',
  webp: 'image',
  avif: 'image',
  bmp: 'image',
  docx: 'word',
  xlsx: 'spreadsheet',
  xlsm: 'spreadsheet',
  xlsb: 'spreadsheet',
  xls: 'spreadsheet',
  ods: 'spreadsheet',
  csv: 'spreadsheet',
  tsv: 'spreadsheet',
  html: 'page',
  htm: 'page',
  txt: 'text',
  md: 'text',
  log: 'text',
  json: 'text',
  geojson: 'text',
  xml: 'text',
  eml: 'text',
  svg: 'text',
  kml: 'text',
};

/** The last segment of an attachment's path. */
export function fileName(path: string): string {
  return (
    path
      .split('/')
      .filter((part) => part !== '')
      .at(-1) ?? path
  );
}

/** The extension in lower case without its dot; empty when the name has none. */
export function extensionOf(path: string): string {
  const name = fileName(path);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

/** How the file is shown; 'other' is offered as a download. */
export function fileKind(path: string): FileKind {
  const extension = extensionOf(path);
  return Object.hasOwn(kinds, extension) ? (kinds[extension] ?? 'other') : 'other';
}
