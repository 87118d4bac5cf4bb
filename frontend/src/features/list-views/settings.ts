import type { components } from '../../api/generated/main-api';

export type ListView = components['schemas']['ListView'];
export type ViewSettings = components['schemas']['ViewSettings'];

/** Whether two settings show the same list: an empty filter is none. */
export function sameSettings(one: ViewSettings, other: ViewSettings): boolean {
  return canonical(one) === canonical(other);
}

function canonical(settings: unknown): string {
  return JSON.stringify(settings, (_, value: unknown) => {
    if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return undefined;
    if (typeof value !== 'object' || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
