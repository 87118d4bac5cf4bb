/** Formats of a list's file. */
export const fileFormats = [
  { format: 'csv', label: 'CSV' },
  { format: 'xlsx', label: 'Excel (XLSX)' },
] as const;

export type FileFormat = (typeof fileFormats)[number]['format'];
