/** How the viewer shows a file, by its extension, or by the served type if it has none. */

export type FileKind = 'pdf' | 'image' | 'word' | 'old-word' | 'spreadsheet' | 'page' | 'text' | 'other';

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
  doc: 'old-word',
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

/** Kinds of files without extension, by the type that the server detected. */
const served: Readonly<Record<string, FileKind>> = {
  'application/pdf': 'pdf',
  'image/png': 'image',
  'image/jpeg': 'image',
  'image/gif': 'image',
  'image/webp': 'image',
  'image/avif': 'image',
  'image/bmp': 'image',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'word',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'spreadsheet',
  'text/csv': 'spreadsheet',
  'text/html': 'page',
  'application/json': 'text',
  'application/xml': 'text',
  'image/svg+xml': 'text',
  'text/plain': 'text',
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

/** How the file is shown; 'other' is offered as a download. `contentType` is the server's. */
export function fileKind(path: string, contentType: string | null): FileKind {
  const extension = extensionOf(path);
  if (extension === '') return lookUp(served, (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '');
  return lookUp(kinds, extension);
}

function lookUp(table: Readonly<Record<string, FileKind>>, name: string): FileKind {
  return Object.hasOwn(table, name) ? (table[name] ?? 'other') : 'other';
}
