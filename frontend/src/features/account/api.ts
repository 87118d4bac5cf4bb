import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiProblem, mainApi, sentenceOf, unwrap } from '../../api/client';
import { storeSession } from '../../lib/session';

/** What a sign-in is refused with when the server says nothing itself. */
export function loginSentence(reason: unknown): string {
  if (reason instanceof ApiProblem) {
    return reason.isNetwork ? 'Network error. Please try again.' : (reason.sentence ?? `Login failed (${reason.status})`);
  }
  return reason instanceof Error ? reason.message : 'Network error. Please try again.';
}

/** Signs in and remembers it in this browser. Only `login_result` tells success. */
export function useLogin() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (credentials: { username: string; password: string }) => {
      const call = mainApi.POST('/api/login', { body: credentials });
      const answer = await unwrap(call);
      if (answer.login_result !== 'Login Successful') throw new Error(answer.message || `Login failed (${(await call).response.status})`);
      return answer;
    },
    onSuccess: (answer) => {
      // Whoever was signed in here before may have been of another firm.
      cache.clear();
      storeSession(answer);
    },
  });
}

export function useForgotPassword() {
  return useMutation({
    mutationFn: (email: string) => unwrap(mainApi.POST('/api/forgot-password', { body: { email } })),
  });
}

export function forgotSentence(reason: unknown): string {
  return sentenceOf(reason, 'Failed to send reset link');
}

export function useConfirmEmail(token: string) {
  return useMutation({ mutationFn: () => unwrap(mainApi.POST('/api/confirm-email', { body: { token } })) });
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (body: { token: string; newPassword: string }) => unwrap(mainApi.POST('/api/reset-password', { body })),
  });
}
