import { useMantineColorScheme } from '@mantine/core';
import { useNavigate, useSearchParams } from 'react-router';
import { LoginScreen } from '../features/account/login-screen';
import { paths } from '../lib/paths';
import { useNotice } from '../ui/dialogs';

/** /login: leads on to where the guard took people from, else to the dashboard. */
export default function LoginPage() {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const notice = useNotice();
  const { setColorScheme } = useMantineColorScheme();
  const next = parameters.get('next') ?? '';
  // Only addresses of this app: '//host' and '/\host' would leave it.
  const onward = /^\/(?![/\\])/.test(next) && next !== '/' ? next : paths.dashboard;
  return (
    <LoginScreen
      onSignedIn={(theme) => {
        setColorScheme(theme);
        void navigate(onward, { replace: true });
      }}
      onLinkSent={notice.success}
    />
  );
}
