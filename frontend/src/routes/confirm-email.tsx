import { useSearchParams } from 'react-router';
import { ConfirmEmailScreen } from '../features/account/confirm-email-screen';

/** /confirm-email: where the link to a new address leads. */
export default function ConfirmEmailPage() {
  const [query] = useSearchParams();
  return <ConfirmEmailScreen token={query.get('token')} />;
}
