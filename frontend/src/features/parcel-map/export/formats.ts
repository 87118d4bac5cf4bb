import { absolute } from '../../../lib/base-map';
import { outlineFormats } from '../../../ui/file-formats';

export const formats = [{ format: 'xlsx', label: 'Excel (XLSX)' }, { format: 'csv', label: 'CSV' }, ...outlineFormats] as const;

export type Format = (typeof formats)[number]['format'];

/** Lets the browser save a selection as a file, with the growth of this simulation. */
export function saveSelection(selection: string, format: Format, growthRun: string | undefined): void {
  save(`/api-2/parcel_selections/${selection}/export.${format}${growthRun === undefined ? '' : `?growth_run_id=${growthRun}`}`);
}

/** Lets the browser save a list of a search run as a file. */
export function saveResults(run: string, list: string, format: 'xlsx' | 'csv'): void {
  save(`/api-2/search_runs/${run}/results.${format}?list=${list}`);
}

/** The browser shows the progress. */
function save(path: string): void {
  const link = document.createElement('a');
  link.href = absolute(path);
  link.download = '';
  link.click();
}
