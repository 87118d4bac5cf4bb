import { useNavigate, useSearchParams } from 'react-router';
import { LetterScreen } from '../features/letter/letter-screen';
import { paths } from '../lib/paths';
import { useConfirm, useNotice } from '../ui/dialogs';

/** /letter-of-intent: the Letter of Intent editor of one property. */
export default function LetterOfIntentPage() {
  const [parameters, setParameters] = useSearchParams();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const notice = useNotice();
  const parcelNumber = parameters.get('parcel_number') ?? '';
  const projectId = parameters.get('project_id');
  return (
    <LetterScreen
      parcelNumber={parcelNumber}
      projectId={projectId ?? undefined}
      onBack={() => void navigate(paths.property(parcelNumber, { project_id: projectId }))}
      copyOf={parameters.get('copy_of') ?? undefined}
      onCopied={() =>
        setParameters(
          (before) => {
            before.delete('copy_of');
            return before;
          },
          { replace: true },
        )
      }
      onReopen={() => void navigate(paths.letter(parcelNumber, projectId))}
      tellUndo={notice.undo}
      tell={(message, kind) => (kind === 'success' ? notice.success(message) : notice.alert(message))}
      ask={(sentence) => confirm({ sentence, confirm: 'Discard edits', cancel: 'Keep editing' })}
    />
  );
}
