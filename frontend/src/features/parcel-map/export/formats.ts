import { absolute } from '../../../lib/base-map';

export const formats = [
  { format: 'xlsx', label: 'Excel (XLSX)' },
  { format: 'csv', label: 'CSV' },
  { format: 'kml', label: 'Google Earth (KML)' },
  { format: 'geojson', label: 'GeoJSON' },
  { format: 'gpkg', label: 'GeoPackage' },
] as const;

export type Format = (typeof formats)[number]['format'];

/** Lets the browser save a selection as a file; it shows the progress. */
export function saveSelection(selection: string, format: Format): void {
  const link = document.createElement('a');
  link.href = absolute(`/api-2/parcel_selections/${selection}/export.${format}`);
  link.download = '';
  link.click();
}
