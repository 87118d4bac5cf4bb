/** Templates of letters: types and mutations. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { propertyApi, unwrap } from '../../api/client';
import type { components } from '../../api/generated/property-api';
import { letterTemplateDefaultsQuery, letterTemplateQuery } from '../../api/queries/letter-register';
import { allOf } from '../../api/queries/query';

type Schemas = components['schemas'];
export type LetterTemplate = Schemas['LetterTemplate'];
export type TemplateSummary = Schemas['LetterTemplateSummary'];
export type TemplateDefaults = Schemas['LetterTemplateDefaults'];
export type TemplateFinding = Schemas['LetterTemplateFinding'];
export type LetterTerm = Schemas['LetterTerm'];
export type DraftBody = Schemas['UpdateLetterTemplateRequest'];

/** Keeps a template that the server returned, and refetches what shows it elsewhere. */
function useKept() {
  const cache = useQueryClient();
  return async (saved: LetterTemplate) => {
    cache.setQueryData(letterTemplateQuery(saved.template_id).queryKey, saved);
    await cache.invalidateQueries(allOf(['property', '/letter_templates']));
  };
}

export function useCreateTemplate() {
  return useMutation({
    mutationFn: (body: Schemas['CreateLetterTemplateRequest']) => unwrap(propertyApi.POST('/letter_templates', { body })),
    onSuccess: useKept(),
  });
}

export function useSaveTemplate(templateId: string) {
  return useMutation({
    mutationFn: (body: DraftBody) =>
      unwrap(propertyApi.PUT('/letter_templates/{template_id}', { params: { path: { template_id: templateId } }, body })),
    onSuccess: useKept(),
  });
}

export function usePublishTemplate(templateId: string) {
  const params = { path: { template_id: templateId } };
  return useMutation({
    mutationFn: (body: Schemas['PublishLetterTemplateRequest']) =>
      unwrap(propertyApi.POST('/letter_templates/{template_id}/publish', { params, body })),
    onSuccess: useKept(),
  });
}

export function useArchiveTemplate() {
  return useMutation({
    mutationFn: ({ template_id, archived_at }: TemplateSummary) => {
      const params = { path: { template_id } };
      return archived_at === null
        ? unwrap(propertyApi.POST('/letter_templates/{template_id}/archive', { params }))
        : unwrap(propertyApi.POST('/letter_templates/{template_id}/restore', { params }));
    },
    onSuccess: useKept(),
  });
}

export function useSaveDefaults() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['UpdateLetterTemplateDefaultsRequest']) => unwrap(propertyApi.PUT('/letter_template_defaults', { body })),
    onSuccess: (saved) => cache.setQueryData(letterTemplateDefaultsQuery.queryKey, saved),
    // Somebody else may have changed them.
    onError: () => cache.invalidateQueries(letterTemplateDefaultsQuery),
  });
}
