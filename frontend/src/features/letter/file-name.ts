/** File names of saved letters. The server generates the stored path; these are display names. */

/** The default name: the address with whitespace replaced by underscores, and '__LOI.pdf'. */
export function defaultFileName(address: string): string {
  return `${address.trim().replace(/\s+/g, '_')}__LOI.pdf`;
}

/** Sanitizes a typed name for every file system: no path parts or control characters, always '.pdf'. Undefined when nothing is left. */
export function tidyFileName(typed: string): string | undefined {
  const bare = typed
    // eslint-disable-next-line no-control-regex -- control characters are exactly what must go
    .replace(/[\u0000-\u001f\u007f]/g, '')
    .replace(/[\\/:*?"<>|]/g, '_')
    .trim()
    .replace(/\.pdf$/i, '');
  return bare === '' || /^\.+$/.test(bare) ? undefined : `${bare}.pdf`;
}
