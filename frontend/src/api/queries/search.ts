/** Queries of the command search: the first matches of each kind. */
import { get } from './query';

const limit = 5;

export const searchProjectsQuery = (q: string) => get('main', '/api/projects', { q, limit });
export const searchPropertiesQuery = (q: string) => get('property', '/search_properties', { q, limit });
export const searchContactsQuery = (q: string) => get('main', '/api/get_all_contacts', { q, limit });
export const searchCompaniesQuery = (q: string) => get('main', '/api/get_companies', { q, limit });
export const searchLettersQuery = (q: string) => get('property', '/letters', { q, limit });
export const searchTasksQuery = (q: string) => get('property', '/deal_tasks', { q, open: true, limit });
export const searchDoneTasksQuery = (q: string) => get('property', '/deal_tasks', { q, open: false, limit });
/** Notes, files and sent messages. */
export const searchRecordsQuery = (q: string) => get('property', '/search_records', { q, limit });
export const searchCompsQuery = (q: string) => get('property', '/comps', { q, limit });
/** Of all projects, and those to contacts of the directory. */
export const searchCampaignsQuery = (q: string) => get('property', '/get_campaigns', { q });
export const searchDealsQuery = (q: string) => get('property', '/deals', { q, limit });
