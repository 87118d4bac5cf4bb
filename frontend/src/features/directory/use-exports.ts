import { useMutation } from '@tanstack/react-query';
import { mainApi, sentenceOf, unwrap } from '../../api/client';
import type { components } from '../../api/generated/main-api';
import { saveFile } from '../../lib/save-file';
import { useNotice } from '../../ui/dialogs';

type ExportContacts = components['schemas']['ExportContactsRequest'];
type ExportCompanies = components['schemas']['ExportCompaniesRequest'];

const today = (): string => new Date().toISOString().slice(0, 10);

/** Makes a file of contacts and lets the browser save it. */
export function useExportContacts() {
  const notice = useNotice();
  return useMutation({
    mutationFn: async (body: ExportContacts) =>
      saveFile(await unwrap(mainApi.POST('/api/export_contacts', { body, parseAs: 'blob' })), `contacts-${today()}.${body.format}`),
    onError: (reason) => notice.alert(sentenceOf(reason, 'The contacts could not be exported. Please try again.')),
  });
}

/** Makes a file of companies and lets the browser save it. */
export function useExportCompanies() {
  const notice = useNotice();
  return useMutation({
    mutationFn: async (body: ExportCompanies) =>
      saveFile(await unwrap(mainApi.POST('/api/export_companies', { body, parseAs: 'blob' })), `companies-${today()}.${body.format}`),
    onError: (reason) => notice.alert(sentenceOf(reason, 'The companies could not be exported. Please try again.')),
  });
}
