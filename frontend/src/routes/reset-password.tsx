import type { OpenPageProps } from '../app/pages';
import { ResetScreen } from '../features/account/reset-screen';
import { paths } from '../lib/paths';
import { useNotice } from '../ui/dialogs';

/** /reset-password: the page of the mailed link. */
export default function ResetPasswordPage({ go }: OpenPageProps) {
  const notice = useNotice();
  return (
    <ResetScreen
      token={new URLSearchParams(window.location.search).get('token')}
      onBack={() => go(paths.login())}
      onDone={(sentence) => {
        notice.success(sentence);
        go(paths.login());
      }}
    />
  );
}
