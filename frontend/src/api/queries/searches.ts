import { queryOptions } from '@tanstack/react-query';
import { get } from './query';

/** The saved searches of a project, with when the person last looked at each. */
export const savedSearchesQuery = (projectId: string) => queryOptions(get('main', '/api/saved_searches', { project_id: projectId }));
