import { useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { mainApi, parcelApi, postForm, propertyApi, unwrap } from '../../api/client';
import type { components } from '../../api/generated/property-api';
import type { components as main } from '../../api/generated/main-api';
import { attachmentsQuery } from '../../api/queries/attachments';
import { markersQuery } from '../../api/queries/markers';
import type { PropertyRef } from '../../api/queries/properties';
import { allOf } from '../../api/queries/query';

export type Property = components['schemas']['Property'];
export type PropertyRow = components['schemas']['PropertyRow'];
export type PropertyTotals = components['schemas']['PropertyTotals'];
export type Contact = components['schemas']['PropertyContact'];
export type OwnerSuggestion = components['schemas']['SuggestedContact'];
export type AttachmentItem = components['schemas']['Attachment'];
export type DirectoryContact = main['schemas']['Contact'];
type Marker = main['schemas']['Marker'];
type PropertyList = components['schemas']['PropertyList'];

/** The property with this number, in every project. */
const thisProperty = ({ parcelNumber }: PropertyRef) => allOf(['property', '/specific_property'], { parcel_number: parcelNumber });
export const allProperties = (projectId: string) => allOf(['property', '/property_details'], { project_id: projectId });

/** An editable value, by its endpoint's name. */
export type ValueField = 'total_value' | 'appraised_value' | 'market_value' | 'offer_value';

/** Saves one value; null clears it. `reason` is that of an offer, for its history. */
export function saveValue({ parcelNumber, projectId }: PropertyRef, field: ValueField, value: number | null, reason = '') {
  const common = { parcel_number: parcelNumber, project_id: projectId ?? undefined };
  switch (field) {
    case 'total_value':
      return unwrap(propertyApi.POST('/update_total_value', { body: { ...common, total_value: value } }));
    case 'appraised_value':
      return unwrap(propertyApi.POST('/update_appraised_value', { body: { ...common, appraised_value: value } }));
    case 'market_value':
      return unwrap(propertyApi.POST('/update_market_value', { body: { ...common, market_value: value } }));
    case 'offer_value':
      return unwrap(propertyApi.POST('/update_offer_value', { body: { ...common, offer_value: value, ...(reason && { reason }) } }));
  }
}

interface ValueChanges {
  readonly values: readonly (readonly [ValueField, number | null])[];
  /** Why the offer among them; may be empty. */
  readonly reason: string;
}

/** Saves several values sequentially, the offer last: the server recomputes it whenever appraised or market value changes. */
export function useSaveValues(key: PropertyRef) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ values, reason }: ValueChanges) => {
      for (const [field, value] of values) await saveValue(key, field, value, reason.trim());
    },
    onSettled: () => {
      void cache.invalidateQueries(allOf(['property', '/offers']));
      return cache.invalidateQueries(thisProperty(key));
    },
  });
}

export interface OverviewChange {
  readonly square_feet?: number;
  readonly property_name?: string;
}

export function useSaveOverview(key: PropertyRef) {
  const cache = useQueryClient();
  const common = { parcel_number: key.parcelNumber, project_id: key.projectId ?? undefined };
  return useMutation({
    mutationFn: async ({ square_feet, property_name }: OverviewChange) => {
      if (square_feet !== undefined) await unwrap(propertyApi.POST('/update_square_feet', { body: { ...common, square_feet } }));
      if (property_name !== undefined) await unwrap(propertyApi.POST('/update_property_name', { body: { ...common, property_name } }));
    },
    onSettled: () => cache.invalidateQueries(thisProperty(key)),
  });
}

/** Removes a property from the project and returns its marker, which allows undoing. */
export function useRemoveProperty(projectId: string) {
  const cache = useQueryClient();
  const readMarkers = () => cache.query({ ...markersQuery(projectId), staleTime: 0 });
  return useMutation({
    mutationFn: async ({ parcel_number, marker_id }: PropertyRow) => {
      // A removal must not fail because it cannot be undone.
      const saved = await readMarkers().catch(() => []);
      await unwrap(propertyApi.POST('/remove_property_from_project', { body: { parcel_number, project_id: projectId } }));
      return saved.find(({ id }) => id === marker_id);
    },
    onSuccess: (_, { parcel_number }) => {
      const without = (page: PropertyList) => ({
        ...page,
        properties: page.properties.filter((row) => row.parcel_number !== parcel_number),
      });
      cache.setQueriesData<InfiniteData<PropertyList>>(
        allProperties(projectId),
        (list) => list && { ...list, pages: list.pages.map(without) },
      );
      void cache.invalidateQueries(allProperties(projectId));
    },
  });
}

const untilHeard = 250;
const mostTries = 40;

/** Restores a removed property by adding its marker again; the firm's data of the property was kept. */
export function useRestoreProperty(projectId: string) {
  const cache = useQueryClient();
  const readMarkers = () => cache.query({ ...markersQuery(projectId), staleTime: 0 });
  return useMutation({
    mutationFn: async ({ id, geojson }: Marker) => {
      // main-api deletes the old marker after an event; until then adding would return that one.
      for (let tries = 0; (await readMarkers()).some((marker) => marker.id === id); tries += 1) {
        if (tries === mostTries) throw new Error('The removal is not complete yet. Add the parcel again on the map.');
        await new Promise((resolve) => setTimeout(resolve, untilHeard));
      }
      await unwrap(mainApi.POST('/api/add_marker', { body: { project_id: projectId, geojson } }));
    },
    onSuccess: () => cache.invalidateQueries(allProperties(projectId)),
  });
}

/**
 * Looks the property's parcel up again, which the firm may pay for, and renews what its markers copied; the property follows by event.
 * `from`: the project that the page was opened from.
 */
export function useLookUpAgain(from: PropertyRef['projectId']) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ ll_uuid, lon, lat, project_ids }: Property) => {
      const project_id = project_ids.find((id) => id === from) ?? project_ids[0];
      if (project_id === undefined) throw new Error('Add the parcel to a project to look it up again.');
      const { data, candidates } = await unwrap(parcelApi.POST('/process_coords', { body: { lat, lon } }));
      const parcel = (candidates ?? [data]).find((each) => each?.ll_uuid === ll_uuid);
      if (!parcel) throw new Error('The parcel was not found again.');
      const geojson = { type: 'Feature', geometry: { type: 'Point', coordinates: [lon, lat] }, properties: parcel };
      await unwrap(mainApi.POST('/api/add_marker', { body: { project_id, geojson } }));
    },
    onSuccess: (_, { ll_uuid }) => cache.invalidateQueries(allOf(['parcel', '/parcels/{ll_uuid}'], { ll_uuid })),
  });
}

function useContactsChanged(key: PropertyRef) {
  const cache = useQueryClient();
  return async () => {
    await cache.invalidateQueries(thisProperty(key));
    await cache.invalidateQueries(allOf(['property', '/get_contacts']));
  };
}

export function useAddFromDirectory(key: PropertyRef) {
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

export function useAddAssociated(key: PropertyRef) {
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

export function useUpdateContact(key: PropertyRef) {
  const changed = useContactsChanged(key);
  return useMutation({
    mutationFn: (change: ContactChange) => unwrap(propertyApi.POST('/update_contact', { body: change })),
    onSettled: changed,
  });
}

/** Ids of the letter versions of the property's PDFs, by the PDF's path. */
export function textsByFile({ versions }: components['schemas']['LetterVersions']): ReadonlyMap<string, string> {
  return new Map(versions.flatMap(({ attachment, version_id }) => (attachment ? [[attachment, version_id]] : [])));
}

/** Newest upload first, and of one name the latest version first. */
export function newestFirst({ items }: components['schemas']['AttachmentList']): AttachmentItem[] {
  return items.toSorted((a, b) => Date.parse(b.uploaded_at) - Date.parse(a.uploaded_at) || b.version - a.version);
}

/** The file's version, if there are several files with its name. */
export function versionOf(item: AttachmentItem, items: readonly AttachmentItem[]): string | undefined {
  const several = item.version > 1 || items.some((other) => other.name === item.name && other.path !== item.path);
  return several ? `Version ${item.version}` : undefined;
}

function tellOfFile(call: 'delete_attachment' | 'restore_attachment', { parcelNumber, projectId }: PropertyRef, path: string) {
  const form = new FormData();
  form.set('parcel_number', parcelNumber);
  form.set('project_id', projectId ?? '');
  form.set('filepath', path);
  return postForm<{ success: boolean }>(`/property_api/${call}`, form);
}

/** Restores a just deleted file. */
export function useRestoreAttachment(key: PropertyRef) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (path: string) => tellOfFile('restore_attachment', key, path),
    onSuccess: () => cache.invalidateQueries(attachmentsQuery(key)),
  });
}

export function useDeleteAttachment(key: PropertyRef) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (path: string) => tellOfFile('delete_attachment', key, path),
    onSuccess: (_, path) => {
      cache.setQueryData(attachmentsQuery(key).queryKey, (all) => all && { ...all, items: all.items.filter((item) => item.path !== path) });
    },
  });
}
