import { useMutation } from '@tanstack/react-query';
import { ApiProblem } from '../../../api/client';
import { useNotice } from '../../../ui/dialogs';
import { ExportMenu } from './export-menu';
import type { Format } from './formats';
import { saveParcels } from './save-parcels';

interface Props {
  /** Identities of the parcels. */
  readonly parcels: readonly string[];
}

/** Saves listed parcels, such as those of the project, as a file. */
export function ProjectExport({ parcels }: Props) {
  const notice = useNotice();
  const { mutate, isPending } = useMutation({
    mutationFn: (format: Format) => saveParcels(parcels, format),
    onSuccess: (lacking) => lacking !== undefined && notice.alert(lacking),
    onError: (reason) =>
      notice.alert(reason instanceof ApiProblem ? reason.message : 'The parcels could not be exported. Please try again.'),
  });
  return <ExportMenu size="xs" disabled={parcels.length === 0} loading={isPending} onExport={mutate} />;
}
