import { useMutation } from '@tanstack/react-query';
import { propertyApi, sentenceOf, unwrap } from '../../api/client';
import type { components } from '../../api/generated/property-api';
import { saveFile } from '../../lib/save-file';
import { useNotice } from '../../ui/dialogs';

/** Makes a file of a project's properties and lets the browser save it. */
export function useExportProperties() {
  const notice = useNotice();
  return useMutation({
    mutationFn: async (body: components['schemas']['ExportPropertiesRequest']) => {
      const file = await unwrap(propertyApi.POST('/export_properties', { body, parseAs: 'blob' }));
      saveFile(file, `properties-${new Date().toISOString().slice(0, 10)}.${body.format}`);
    },
    onError: (reason) => notice.alert(sentenceOf(reason, 'The properties could not be exported. Please try again.')),
  });
}
