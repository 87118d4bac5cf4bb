import { SignScreen } from '../features/sign/sign-screen';

/** /sign: without session, for a person who gets a letter to sign. */
export default function SignPage() {
  return <SignScreen />;
}
