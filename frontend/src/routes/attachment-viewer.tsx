import { useNavigate, useSearchParams } from 'react-router';
import { ViewerScreen } from '../features/viewer/viewer-screen';

/** /attachment-viewer: one file of a property. */
export default function AttachmentViewerPage() {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  return <ViewerScreen file={parameters.get('file')} onBack={() => void navigate(-1)} />;
}
