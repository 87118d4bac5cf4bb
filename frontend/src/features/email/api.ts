import { useMutation, useQueryClient } from '@tanstack/react-query';
import { propertyApi, unwrap } from '../../api/client';
import type { components } from '../../api/generated/property-api';
import { parametersOf, type PropertyRef } from '../../api/queries/properties';
import { allOf } from '../../api/queries/query';

export type SentEmail = components['schemas']['SentEmail'];
export type PropertyFile = components['schemas']['Attachment'];
export type Draft = Omit<components['schemas']['SendEmailRequest'], 'parcel_number' | 'project_id' | 'll_uuid'>;

export function useSendEmail(about: PropertyRef) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (draft: Draft) => unwrap(propertyApi.POST('/send_email', { body: { ...parametersOf(about), ...draft } })),
    onSuccess: () => cache.invalidateQueries(allOf(['property', '/get_emails'], { parcel_number: about.parcelNumber })),
  });
}
