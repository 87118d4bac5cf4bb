/** Formats of a list's file. */
export const fileFormats = [
  { format: 'csv', label: 'CSV' },
  { format: 'xlsx', label: 'Excel (XLSX)' },
] as const;

/** Formats of a file with the outlines of a list's parcels. */
export const outlineFormats = [
  { format: 'kml', label: 'Google Earth (KML)' },
  { format: 'geojson', label: 'GeoJSON' },
  { format: 'gpkg', label: 'GeoPackage' },
] as const;

export type FileFormat = (typeof fileFormats)[number]['format'];
export type OutlineFormat = (typeof outlineFormats)[number]['format'];
