import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiProblem, mainApi, postForm, propertyApi, unwrap } from '../../api/client';
import type { components } from '../../api/generated/property-api';
import type { components as main } from '../../api/generated/main-api';

export type Property = components['schemas']['Property'];
export type PropertyRow = components['schemas']['PropertyRow'];
export type Contact = components['schemas']['PropertyContact'];
export type OwnerSuggestion = components['schemas']['SuggestedContact'];
export type AttachmentItem = components['schemas']['Attachment'];
export type DirectoryContact = main['schemas']['Contact'];
type Marker = main['schemas']['Marker'];

/** Which property a screen is about. */
export interface PropertyKey {
  readonly parcelNumber: string;
  readonly projectId: string | null;
}

/** The parcel was added to the project, and the property that follows from it is on its way. */
export class StillArriving extends Error {}

/** A property on its way is asked for again, for a good while. */
const askAgainAfter = 1_000;
const giveUpAfter = 45;

export const propertyOf = ({ parcelNumber, projectId }: PropertyKey) =>
  queryOptions({
    queryKey: ['property', parcelNumber, projectId],
    queryFn: async () => {
      try {
        return await unwrap(
          propertyApi.GET('/specific_property', { params: { query: { parcel_number: parcelNumber, project_id: projectId ?? undefined } } }),
        );
      } catch (reason) {
        const unknown = reason instanceof ApiProblem && reason.status === 404;
        if (unknown && projectId && (await hasMarker(projectId, parcelNumber))) throw new StillArriving(reason.message);
        throw reason;
      }
    },
    retry: (failures, error) =>
      failures < giveUpAfter &&
      (error instanceof StillArriving || (error instanceof ApiProblem && (error.isNetwork || error.status >= 500))),
    retryDelay: askAgainAfter,
  });

/** Whether a parcel of this number is on the project's map: only then can its property still come. */
async function hasMarker(projectId: string, parcelNumber: string): Promise<boolean> {
  try {
    return (await markersOf(projectId)).some(({ geojson }) => geojson.properties.parcelnumb === parcelNumber);
  } catch (reason) {
    // No such project: nothing comes from it.
    if (reason instanceof ApiProblem && reason.status === 404) return false;
    throw reason;
  }
}

export function useProperty(key: PropertyKey) {
  return useQuery(propertyOf(key));
}

export function useProperties(projectId: string, email: string | null) {
  return useQuery({
    queryKey: ['properties', projectId],
    queryFn: async () => {
      const { properties } = await unwrap(
        propertyApi.GET('/property_details', { params: { query: { project_id: projectId, email: email ?? undefined } } }),
      );
      return properties;
    },
  });
}

/** A value that can be edited, by the name of its call. */
export type ValueField = 'total_value' | 'appraised_value' | 'market_value' | 'offer_value';

/** Saves one value; null clears it. */
function saveValue({ parcelNumber, projectId }: PropertyKey, field: ValueField, value: number | null) {
  const common = { parcel_number: parcelNumber, project_id: projectId ?? undefined };
  switch (field) {
    case 'total_value':
      return unwrap(propertyApi.POST('/update_total_value', { body: { ...common, total_value: value } }));
    case 'appraised_value':
      return unwrap(propertyApi.POST('/update_appraised_value', { body: { ...common, appraised_value: value } }));
    case 'market_value':
      return unwrap(propertyApi.POST('/update_market_value', { body: { ...common, market_value: value } }));
    case 'offer_value':
      return unwrap(propertyApi.POST('/update_offer_value', { body: { ...common, offer_value: value } }));
  }
}

/** Saves several values, one after the other, the offer last: the server works it out again whenever appraised or market value changes. */
export function useSaveValues(key: PropertyKey) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (values: readonly (readonly [ValueField, number | null])[]) => {
      for (const [field, value] of values) await saveValue(key, field, value);
    },
    onSettled: () => cache.invalidateQueries({ queryKey: ['property', key.parcelNumber] }),
  });
}

export interface OverviewChange {
  readonly square_feet?: number;
  readonly property_name?: string;
}

export function useSaveOverview(key: PropertyKey) {
  const cache = useQueryClient();
  const common = { parcel_number: key.parcelNumber, project_id: key.projectId ?? undefined };
  return useMutation({
    mutationFn: async ({ square_feet, property_name }: OverviewChange) => {
      if (square_feet !== undefined) await unwrap(propertyApi.POST('/update_square_feet', { body: { ...common, square_feet } }));
      if (property_name !== undefined) await unwrap(propertyApi.POST('/update_property_name', { body: { ...common, property_name } }));
    },
    onSettled: () => cache.invalidateQueries({ queryKey: ['property', key.parcelNumber] }),
  });
}

async function markersOf(projectId: string): Promise<readonly Marker[]> {
  return (await unwrap(mainApi.GET('/api/get_markers', { params: { query: { project_id: projectId } } }))).markers;
}

/** Takes a property out of the project, and answers the marker that it had, with which it can be brought back. */
export function useRemoveProperty(projectId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ parcel_number, marker_id }: PropertyRow) => {
      // A removal must not fail because it could not be undone.
      const markers = await markersOf(projectId).catch(() => []);
      await unwrap(propertyApi.POST('/remove_property_from_project', { body: { parcel_number, project_id: projectId } }));
      return markers.find(({ id }) => id === marker_id);
    },
    onSuccess: (_, { parcel_number }) => {
      cache.setQueryData<PropertyRow[]>(['properties', projectId], (rows) => rows?.filter((row) => row.parcel_number !== parcel_number));
      void cache.invalidateQueries({ queryKey: ['properties', projectId] });
    },
  });
}

/** The picture of a provider; nobody waits for it twice, and a provider that fails is no reason to try again. */
export function useStreetView({ lat, lon }: Property) {
  return useQuery({
    queryKey: ['street-view', lat, lon],
    queryFn: () => unwrap(mainApi.GET('/api/street_view', { params: { query: { lat, lon } } })),
    retry: false,
    staleTime: 600_000,
  });
}

const untilHeard = 250;
const mostTries = 40;

/** Brings a removed property back by adding its marker again; what the firm knows of the property was kept. */
export function useRestoreProperty(projectId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, geojson }: Marker) => {
      // The old marker goes when main-api hears of the removal; until then adding would only find that one.
      for (let tries = 0; (await markersOf(projectId)).some((marker) => marker.id === id); tries += 1) {
        if (tries === mostTries) throw new Error('The removal is not complete yet. Add the parcel again on the map.');
        await new Promise((resolve) => setTimeout(resolve, untilHeard));
      }
      await unwrap(mainApi.POST('/api/add_marker', { body: { project_id: projectId, geojson } }));
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: ['properties', projectId] }),
  });
}

// Owner contacts

export function usePropertyContacts(ids: readonly string[]) {
  return useQuery({
    queryKey: ['property-contacts', ...ids],
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const { contacts } = await unwrap(propertyApi.GET('/get_contacts', { params: { query: { contact_ids: ids.join(',') } } }));
      return contacts;
    },
  });
}

export const suggestionPage = 10;

export function useOwnerSuggestions(ownerName: string | null | undefined, page: number) {
  return useQuery({
    queryKey: ['owner-contacts', ownerName, page],
    enabled: Boolean(ownerName),
    placeholderData: keepPreviousData,
    queryFn: () =>
      unwrap(
        propertyApi.GET('/lookup_owner_contacts', {
          params: { query: { owner_name: ownerName ?? '', limit: suggestionPage, offset: page * suggestionPage } },
        }),
      ),
  });
}

export function useDirectory(open: boolean, search: string) {
  return useQuery({
    queryKey: ['contacts', 'directory', search],
    enabled: open,
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const { contacts } = await unwrap(
        mainApi.GET('/api/get_all_contacts', { params: { query: { q: search || undefined, limit: 100 } } }),
      );
      return contacts;
    },
  });
}

function useContactsChanged({ parcelNumber }: PropertyKey) {
  const cache = useQueryClient();
  return async () => {
    await cache.invalidateQueries({ queryKey: ['property', parcelNumber] });
    await cache.invalidateQueries({ queryKey: ['property-contacts'] });
  };
}

export function useAddFromDirectory(key: PropertyKey) {
  const changed = useContactsChanged(key);
  return useMutation({
    mutationFn: (contact: DirectoryContact) =>
      unwrap(
        propertyApi.POST('/add_contact', {
          body: {
            parcel_number: key.parcelNumber,
            project_id: key.projectId ?? undefined,
            contact_id: contact.contact_id,
            first_name: contact.first_name,
            last_name: contact.last_name,
            title: contact.title,
            email: contact.email,
            phone_number: contact.phone_number,
          },
        }),
      ),
    onSuccess: changed,
  });
}

export function useAddAssociated(key: PropertyKey) {
  const changed = useContactsChanged(key);
  return useMutation({
    mutationFn: (contactId: string) =>
      unwrap(
        propertyApi.POST('/add_associated_contact', {
          body: { parcel_number: key.parcelNumber, project_id: key.projectId ?? undefined, contact_id: contactId },
        }),
      ),
    onSuccess: changed,
  });
}

export interface ContactChange {
  readonly contact_id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly title: string;
  readonly email: string;
}

export function useUpdateContact(key: PropertyKey) {
  const changed = useContactsChanged(key);
  return useMutation({
    mutationFn: (change: ContactChange) => unwrap(propertyApi.POST('/update_contact', { body: change })),
    onSettled: changed,
  });
}

// Attachments

export function useAttachments({ parcelNumber, projectId }: PropertyKey) {
  return useQuery({
    queryKey: ['attachments', parcelNumber, projectId],
    queryFn: async () => {
      const { items } = await unwrap(
        propertyApi.GET('/list_attachments', { params: { query: { parcel_number: parcelNumber, project_id: projectId ?? undefined } } }),
      );
      return items;
    },
    // The e-mail view shares what is cached, so only what is shown here is put in order.
    select: newestFirst,
  });
}

/** Ids of the kept letter texts that the property's PDFs were made of, by the PDF's path. */
export function useLetterTexts({ parcelNumber, projectId }: PropertyKey) {
  return useQuery({
    queryKey: ['letter-versions', parcelNumber, projectId],
    queryFn: async () => {
      const query = { parcel_number: parcelNumber, project_id: projectId ?? undefined };
      return (await unwrap(propertyApi.GET('/list_letter_versions', { params: { query } }))).versions;
    },
    select: (versions) => new Map(versions.flatMap(({ attachment, version_id }) => (attachment ? [[attachment, version_id]] : []))),
  });
}

/** What was uploaded last stands on top, and of one name the latest version. */
function newestFirst(items: readonly AttachmentItem[]): AttachmentItem[] {
  return items.toSorted((a, b) => Date.parse(b.uploaded_at) - Date.parse(a.uploaded_at) || b.version - a.version);
}

/** What tells a file from the others of its name: its version, where the name had several. */
export function versionOf(item: AttachmentItem, items: readonly AttachmentItem[]): string | undefined {
  const several = item.version > 1 || items.some((other) => other.name === item.name && other.path !== item.path);
  return several ? `Version ${item.version}` : undefined;
}

function tellOfFile(call: 'delete_attachment' | 'restore_attachment', { parcelNumber, projectId }: PropertyKey, path: string) {
  const form = new FormData();
  form.set('parcel_number', parcelNumber);
  form.set('project_id', projectId ?? '');
  form.set('filepath', path);
  return postForm<{ success: boolean }>(`/property_api/${call}`, form);
}

/** Puts back a file that was just deleted. */
export function useRestoreAttachment(key: PropertyKey) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (path: string) => tellOfFile('restore_attachment', key, path),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['attachments', key.parcelNumber, key.projectId] }),
  });
}

export function useDeleteAttachment(key: PropertyKey) {
  const { parcelNumber, projectId } = key;
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (path: string) => tellOfFile('delete_attachment', key, path),
    onSuccess: (_, path) => {
      cache.setQueryData<AttachmentItem[]>(['attachments', parcelNumber, projectId], (items) =>
        items?.filter((item) => item.path !== path),
      );
    },
  });
}
