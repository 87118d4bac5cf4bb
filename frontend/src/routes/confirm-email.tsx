import { ConfirmEmailScreen } from '../features/account/confirm-email-screen';

/** /confirm-email: the page of the link mailed to a new address. */
export default function ConfirmEmailPage() {
  return <ConfirmEmailScreen token={new URLSearchParams(window.location.search).get('token')} />;
}
