import { useNavigate, useSearchParams } from 'react-router';
import { ResetScreen } from '../features/account/reset-screen';
import { paths } from '../lib/paths';
import { useNotice } from '../ui/dialogs';

/** /reset-password: where the mailed link leads. */
export default function ResetPasswordPage() {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const notice = useNotice();
  return (
    <ResetScreen
      token={parameters.get('token')}
      onDone={(sentence) => {
        notice.success(sentence);
        void navigate(paths.login());
      }}
    />
  );
}
