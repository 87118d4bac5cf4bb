import { ConfirmEmailScreen } from '../features/account/confirm-email-screen';

/** /confirm-email: where the link to a new address leads. */
export default function ConfirmEmailPage() {
  return <ConfirmEmailScreen token={new URLSearchParams(window.location.search).get('token')} />;
}
