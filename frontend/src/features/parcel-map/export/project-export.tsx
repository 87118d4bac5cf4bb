import { useMutation } from '@tanstack/react-query';
import { ApiProblem, parcelApi, unwrap } from '../../../api/client';
import { grouped } from '../../../lib/format';
import { useNotice } from '../../../ui/dialogs';
import { ExportMenu } from './export-menu';
import { saveSelection, type Format } from './formats';

interface Props {
  /** Identities of the parcels. */
  readonly parcels: readonly string[];
}

/** Saves listed parcels, such as those of the project, as a file. */
export function ProjectExport({ parcels }: Props) {
  const notice = useNotice();
  const select = useMutation({
    mutationFn: () => unwrap(parcelApi.POST('/parcel_selections', { body: { ll_uuids: [...parcels] } })),
  });

  async function save(format: Format): Promise<void> {
    try {
      const { selection_id, count, not_found } = await select.mutateAsync();
      if (count > 0) saveSelection(selection_id, format);
      const missing = not_found.length;
      if (missing > 0) {
        notice.alert(
          `${grouped(missing)} of ${grouped(parcels.length)} parcels are not in the file: their counties no longer have them, or they were bought from a provider and may not leave Sitewright.`,
        );
      }
    } catch (reason) {
      notice.alert(reason instanceof ApiProblem ? reason.message : 'The parcels could not be exported. Please try again.');
    }
  }

  return <ExportMenu size="xs" disabled={parcels.length === 0} loading={select.isPending} onExport={(format) => void save(format)} />;
}
