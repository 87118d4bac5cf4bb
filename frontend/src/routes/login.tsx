import { useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { fetchAhead, type OpenPageProps } from '../app/pages';
import { LoginScreen } from '../features/account/login-screen';
import { paths } from '../lib/paths';
import { useNotice } from '../ui/dialogs';

/** /login: then goes to the page that required the sign-in, else to the dashboard. */
export default function LoginPage({ go }: OpenPageProps) {
  const notice = useNotice();
  const { setColorScheme } = useMantineColorScheme();
  const next = new URLSearchParams(window.location.search).get('next') ?? '';
  // Only paths of this app: '//host' and '/\host' would lead to another origin.
  const onward = /^\/(?![/\\])/.test(next) && next !== '/' ? next : paths.dashboard;
  // Preloads the next page during input.
  useEffect(() => {
    const begun = (): void => fetchAhead(onward.replace(/[?#].*/, ''));
    document.addEventListener('input', begun, { once: true });
    return () => document.removeEventListener('input', begun);
  }, [onward]);
  return (
    <LoginScreen
      onSignedIn={(theme) => {
        setColorScheme(theme);
        go(onward, { replace: true });
      }}
      onLinkSent={notice.success}
    />
  );
}
