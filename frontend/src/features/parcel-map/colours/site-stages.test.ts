import { describe, expect, it } from 'vitest';
import { stageScheme, type StageParcels } from './stage-scheme';
import { withMembers } from './site-stages';

const stages: readonly StageParcels[] = [
  { name: 'Found', kind: 'open', ll_uuids: ['own', 'single'] },
  { name: 'LOI out', kind: 'open', ll_uuids: ['site'] },
];
const entries = [
  { llUuid: 'site', members: ['a', 'own'] },
  { llUuid: 'single', members: [] },
  { llUuid: undefined, members: [] },
];

describe('stages of sites', () => {
  it('are those of their parcels, unless a parcel has a deal of its own', () => {
    expect(withMembers(stages, entries).map(({ ll_uuids }) => ll_uuids)).toEqual([
      ['own', 'single'],
      ['site', 'a'],
    ]);
    expect(withMembers(stages, [])).toBe(stages);
  });

  it('colour the parcels of the site on the map', () => {
    const scheme = stageScheme(withMembers(stages, entries));
    const out = scheme.classes[1]?.colour;
    expect(scheme.colourOf({ ll_uuid: 'a' })).toBe(out);
    expect(scheme.colourOf({ ll_uuid: 'own' })).toBe(scheme.classes[0]?.colour);
    expect(JSON.stringify(scheme.expression)).toContain(JSON.stringify([['site', 'a'], out]).slice(1, -1));
  });
});
