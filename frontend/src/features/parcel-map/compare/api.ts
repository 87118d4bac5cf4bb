import { useMutation } from '@tanstack/react-query';
import type { components } from '../../../api/generated/parcel-lookup';
import { parcelApi, sentenceOf, unwrap } from '../../../api/client';
import { saveFile } from '../../../lib/save-file';
import { useNotice } from '../../../ui/dialogs';

export type SiteComparison = components['schemas']['SiteComparison'];
export type ComparedRow = components['schemas']['ComparedRow'];
export type SiteMap = components['schemas']['SiteMap'];
export type DossierRequest = components['schemas']['DossierRequest'];
export type DossierFormat = 'pdf' | 'xlsx';

/** Parcels as sites of one parcel each. */
export const sitesOf = (llUuids: readonly string[]): DossierRequest['sites'] => llUuids.map((id) => ({ ll_uuids: [id] }));

/** Makes a dossier and lets the browser save it. */
export function useDossier() {
  const notice = useNotice();
  const make = useMutation({
    mutationFn: async ({ request, format }: { readonly request: DossierRequest; readonly format: DossierFormat }) => {
      const options = { body: request, parseAs: 'blob' } as const;
      saveFile(
        await unwrap(format === 'pdf' ? parcelApi.POST('/dossiers.pdf', options) : parcelApi.POST('/dossiers.xlsx', options)),
        `dossier-${new Date().toISOString().slice(0, 10)}.${format}`,
      );
    },
    onError: (reason) => notice.alert(sentenceOf(reason, 'The dossier could not be made. Please try again.')),
  });
  return { making: make.isPending ? make.variables.format : undefined, make: make.mutate };
}
