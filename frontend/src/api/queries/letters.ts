import { queryOptions } from '@tanstack/react-query';
import { parametersOf, type PropertyRef } from './properties';
import { get } from './query';

/** The stored draft of a property's letter. */
export const letterDraftQuery = (key: PropertyRef) => get('property', '/get_loi_template', parametersOf(key));

/** The stored versions of a property's letter, newest first. */
export const letterVersionsQuery = (key: PropertyRef) =>
  queryOptions({ ...get('property', '/list_letter_versions', parametersOf(key)), select: (answer) => answer.versions });
