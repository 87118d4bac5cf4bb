import { UnsubscribeScreen } from '../features/campaign/unsubscribe-screen';

/** /unsubscribe: without session, for recipients of campaigns. */
export default function UnsubscribePage() {
  return <UnsubscribeScreen token={new URLSearchParams(window.location.search).get('token') ?? ''} />;
}
