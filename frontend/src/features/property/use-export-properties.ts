import { useMutation } from '@tanstack/react-query';
import { propertyApi, sentenceOf, unwrap } from '../../api/client';
import type { components } from '../../api/generated/property-api';
import { saveFile } from '../../lib/save-file';
import { useNotice } from '../../ui/dialogs';
import type { FileFormat, OutlineFormat } from '../../ui/file-formats';
import type { PropertyRow } from './api';

/** Saves the outlines of properties as a file. Resolves with what the file lacks, if anything. */
export type SaveOutlines = (rows: readonly PropertyRow[], format: OutlineFormat) => Promise<string | undefined>;

interface Wanted {
  /** Which properties, in which order. */
  readonly list: Omit<components['schemas']['ExportPropertiesRequest'], 'format'>;
  /** Reads the same properties. */
  readonly rows: () => Promise<readonly PropertyRow[]>;
  readonly format: FileFormat | OutlineFormat;
}

/** Makes a file of a project's properties and lets the browser save it. */
export function useExportProperties(saveOutlines: SaveOutlines | undefined) {
  const notice = useNotice();
  return useMutation({
    mutationFn: async ({ list, rows, format }: Wanted) => {
      if (format !== 'csv' && format !== 'xlsx') {
        const read = await rows();
        return read.length === 0 ? 'The list has no properties.' : saveOutlines?.(read, format);
      }
      const file = await unwrap(propertyApi.POST('/export_properties', { body: { ...list, format }, parseAs: 'blob' }));
      saveFile(file, `properties-${new Date().toISOString().slice(0, 10)}.${format}`);
      return undefined;
    },
    onSuccess: (lacking) => lacking !== undefined && notice.alert(lacking),
    onError: (reason) => notice.alert(sentenceOf(reason, 'The properties could not be exported. Please try again.')),
  });
}
