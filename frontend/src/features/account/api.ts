import { ApiProblem, mainApi, sentenceOf, unwrap } from '../../api/client';
import { storeSession } from '../../lib/session';
import { useSending } from '../../lib/use-sending';

/** The message for a failed sign-in without a server message. */
export function loginSentence(reason: unknown): string {
  if (reason instanceof ApiProblem) {
    return reason.isNetwork ? 'Network error. Please try again.' : (reason.sentence ?? `Login failed (${reason.status})`);
  }
  return reason instanceof Error ? reason.message : 'Network error. Please try again.';
}

/** Signs in and stores the sign-in in this browser. Only `login_result` indicates success. */
export function useLogin() {
  return useSending(async (credentials: { username: string; password: string }) => {
    const call = mainApi.POST('/api/login', { body: credentials });
    const answer = await unwrap(call);
    if (answer.login_result !== 'Login Successful') throw new Error(answer.message || `Login failed (${(await call).response.status})`);
    storeSession(answer);
    return answer;
  });
}

export function useForgotPassword() {
  return useSending((email: string) => unwrap(mainApi.POST('/api/forgot-password', { body: { email } })));
}

export function forgotSentence(reason: unknown): string {
  return sentenceOf(reason, 'Failed to send reset link');
}

export function useConfirmEmail() {
  return useSending((token: string) => unwrap(mainApi.POST('/api/confirm-email', { body: { token } })));
}

export function useResetPassword() {
  return useSending((body: { token: string; newPassword: string }) => unwrap(mainApi.POST('/api/reset-password', { body })));
}
