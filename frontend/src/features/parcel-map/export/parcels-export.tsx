import { useMutation } from '@tanstack/react-query';
import { sentenceOf } from '../../../api/client';
import { useNotice } from '../../../ui/dialogs';
import { ExportMenu } from './export-menu';
import type { Format } from './formats';
import { saveParcels, type Columns } from './save-parcels';
import { useExportedGrowth } from './use-exported-growth';

interface SavingProps {
  readonly label?: string;
  readonly disabled?: boolean;
  /** Resolves with what the file lacks, if anything. */
  readonly save: (format: Format) => Promise<string | undefined>;
}

/** Saves a list as a file, and says what the file lacks. */
export function SavingMenu({ save, ...menu }: SavingProps) {
  const notice = useNotice();
  const { mutate, isPending } = useMutation({
    mutationFn: save,
    onSuccess: (lacking) => lacking !== undefined && notice.alert(lacking),
    onError: (reason) => notice.alert(sentenceOf(reason, 'The parcels could not be exported. Please try again.')),
  });
  return <ExportMenu {...menu} size="xs" loading={isPending} onExport={mutate} />;
}

interface Props {
  readonly label?: string;
  /** Identities of the parcels. */
  readonly parcels: readonly string[];
  /** What the list says of each. */
  readonly columns?: Columns;
  /** The simulation that the list is judged by. */
  readonly growthRun?: string | null | undefined;
}

/** Saves listed parcels, such as those of the project, as a file. */
export function ParcelsExport({ parcels, columns, growthRun: judgedBy, ...menu }: Props) {
  const growthRun = useExportedGrowth(judgedBy);
  const save = (format: Format) => saveParcels(parcels, format, { columns, growthRun });
  return <SavingMenu {...menu} disabled={parcels.length === 0} save={save} />;
}
