import { useSearchParams } from 'react-router';
import { UnsubscribeScreen } from '../features/campaign/unsubscribe-screen';

/** /unsubscribe: open to everybody who got a campaign's message. */
export default function UnsubscribePage() {
  const [query] = useSearchParams();
  return <UnsubscribeScreen token={query.get('token') ?? ''} />;
}
