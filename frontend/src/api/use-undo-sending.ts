import { useMutation } from '@tanstack/react-query';
import { propertyApi, unwrap } from './client';
import { useStale } from './use-stale';

/** Takes back what was sent at once, while the server holds it. */
export function useUndoSending(): (sendingId: string) => Promise<unknown> {
  const refresh = useStale(
    ['property', '/get_campaigns'],
    ['property', '/get_emails'],
    ['property', '/letters'],
    ['property', '/letters/{letter_id}'],
    ['property', '/letters/{letter_id}/links'],
    ['property', '/letters/send/preview'],
  );
  const undo = useMutation({
    mutationFn: (sending_id: string) => unwrap(propertyApi.POST('/undo_sending', { body: { sending_id } })),
    onSettled: refresh,
  });
  return undo.mutateAsync;
}
