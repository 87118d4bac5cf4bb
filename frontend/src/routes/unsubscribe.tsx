import { UnsubscribeScreen } from '../features/campaign/unsubscribe-screen';

/** /unsubscribe: open to everybody who got a campaign's message. */
export default function UnsubscribePage() {
  return <UnsubscribeScreen token={new URLSearchParams(window.location.search).get('token') ?? ''} />;
}
