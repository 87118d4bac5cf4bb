import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { featuresOf, layerFilter } from '../../../testing/fake-map';
import { renderScreen } from '../../../testing/render-screen';
import { savedFiles } from '../../../testing/saved-files';
import { answer } from '../../../testing/server';
import type { ParcelWithUnits } from '../api';
import { MapPageContext } from '../map-page';
import { OnMapContent, OnMapProvider } from '../on-map';
import { discardedWords, factsOf, leftOut } from './facts';
import { nameWords } from './name-words';
import { OwnerSection } from './owner-section';

const project = '00000000-0000-7000-8000-00000000000a';
const asked = '11111111-0000-5000-8000-000000000001';
const selection = '00000000-0000-7000-8000-00000000000b';
const batch = '00000000-0000-7000-8000-00000000000c';

const member = (number: number, more: object = {}) => ({
  ll_uuid: `11111111-0000-5000-8000-00000000000${number.toString()}`,
  parcelnumb: number.toString(),
  address: `${number.toString()} Oak St`,
  scity: null,
  county_fips: '48201',
  owner: 'ZEPHYRVALE HOLDINGS LLC',
  mailing_address: null,
  acres: 2,
  total_value: 1000,
  saledate: null,
  years_held: null,
  is_absentee: true,
  lon: -95.37,
  lat: 29.76,
  relation: 'same',
  confidence: 0.999,
  reason: 'same name, same mailing address',
  ...more,
});

const group = {
  owner: 'ZEPHYRVALE HOLDINGS LLC',
  owner_kind: 'company',
  count: 2,
  acres: 2,
  without_acres: 1,
  total_value: 2000,
  without_value: 0,
  absentee: 2,
  local: 0,
  median_years_held: 4,
  longest_years_held: 12,
  members: [member(1, { confidence: 1, reason: 'the parcel asked about' }), member(2)],
  related: [member(3, { relation: 'related', confidence: 0.97, reason: 'same name, other number in the series' })],
  sources: [
    { source: 'HCAD', source_licence: 'public domain', source_date: '2026-10-01', fetched_at: '2026-11-01T15:00:00Z' },
    { source: 'Regrid', source_licence: null, source_date: null, fetched_at: '2026-10-15T15:00:00Z' },
  ],
  truncated: false,
  may_have_more: false,
};

const inspected: string[] = [];

beforeEach(() => {
  inspected.length = 0;
  answer('get', '*/api-2/parcels/*/owner_group', group);
  answer('get', '*/api/reviewed_parcels', { in_project: [], discarded: [] });
  answer('get', '*/api/get_all_contacts', { contacts: [], total: 0, next_cursor: null });
  answer('get', '*/api/get_companies', {
    companies: [{ company_id: batch, company_name: 'Zephyrvale Holdings' }],
    total: 1,
    next_cursor: null,
  });
  const page = {
    projectId: project,
    map: { current: null },
    inspected: asked,
    detailed: undefined,
    inspect: (id: string) => void inspected.push(id),
    selectAdjoining: () => undefined,
    drawer: undefined,
    openDrawer: () => undefined,
    colouring: undefined,
    onColouring: () => undefined,
    growthRun: undefined,
    onGrowthRun: () => undefined,
  };
  renderScreen(
    <OnMapProvider>
      <MapPageContext value={page}>
        <OwnerSection llUuid={asked} projectId={project} parcel={{ ll_uuid: asked, owner: group.owner } as ParcelWithUnits} />
      </MapPageContext>
      <OnMapContent />
    </OnMapProvider>,
  );
});

afterEach(() => {
  vi.useRealTimers();
});

async function open() {
  await userEvent.click(screen.getByRole('button', { name: 'Everything this owner has' }));
  const list = await screen.findByRole('list', { name: 'Parcels of this owner' });
  // What is discarded is known.
  await waitFor(() => expect(screen.getByRole('button', { name: /^Add All/ })).toBeEnabled());
  return list;
}

/** The project discarded the second parcel of the owner. */
function discardSecond(changed: object | null = null) {
  const ll_uuid = member(2).ll_uuid;
  answer('get', '*/api/reviewed_parcels', { in_project: [], discarded: [{ ll_uuid, field: 'flood_zone', was: 'AE' }] });
  const discard = { ll_uuid, reason: 'flood', note: 'Bayou', discarded_by: 'Ana Diaz', discarded_at: '2026-05-04T10:00:00Z' };
  answer('get', '*/api/project_parcels', { parcels: [], discarded: [{ ...discard, facts: {}, changed }] });
}

describe("an owner's parcels", () => {
  it('are counted first, with reasons, and related ones are apart and not chosen', async () => {
    const list = within(await open());
    expect(screen.getByRole('heading', { name: '2 parcels of this owner' })).toBeVisible();
    expect(screen.getByText('2 acres, unknown for 1')).toBeVisible();
    expect(screen.getByText('4 years in the middle, 12 years at most')).toBeVisible();
    expect(list.getByText('Same name, same mailing address (99.9 %)')).toBeVisible();
    expect(screen.getByText('Sources: HCAD, data of Oct 1, 2026, read Nov 1, 2026, public domain; Regrid, Oct 15, 2026')).toBeVisible();
    expect(list.getByRole('checkbox', { name: 'Add 2 Oak St' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Add 3 Oak St' })).not.toBeChecked();
    await userEvent.click(list.getByText('2 Oak St'));
    expect(inspected).toEqual([member(2).ll_uuid]);
    expect(await screen.findByRole('link', { name: 'Zephyrvale Holdings (company)' })).toHaveAttribute(
      'href',
      `/companies?company_id=${batch}`,
    );
  });

  it('that the project has are said so, and are not counted to add', async () => {
    answer('get', '*/api/reviewed_parcels', { in_project: [member(2).ll_uuid], discarded: [] });
    const list = within(await open());
    expect(list.getByText('Same name, same mailing address (99.9 %) · In this project')).toBeVisible();
    const add = screen.getByRole('button', { name: 'Add All 1' });
    await userEvent.click(list.getByRole('checkbox', { name: 'Add 1 Oak St' }));
    expect(add).toHaveTextContent('Add All 0');
    expect(add).toBeDisabled();
  });

  it('are chosen together where several have the same reason, without what the project discarded', async () => {
    const related = [4, 5, 6].map((number) => member(number, { relation: 'related', reason: 'same name, mailing address unknown' }));
    answer('get', '*/api-2/parcels/*/owner_group', { ...group, related: [...group.related, ...related] });
    answer('get', '*/api/reviewed_parcels', { in_project: [], discarded: [{ ll_uuid: member(6).ll_uuid, field: null, was: null }] });
    answer('get', '*/api/project_parcels', { parcels: [], discarded: [] });
    await open();
    const all = within(screen.getByRole('group', { name: 'All of a reason' })).getAllByRole<HTMLInputElement>('checkbox');
    expect(all.map(({ labels }) => labels?.[0]?.textContent)).toEqual(['All 2: Same name, mailing address unknown']);
    const box = screen.getByRole('checkbox', { name: /^All 2/ });
    await userEvent.click(box);
    expect(screen.getByRole('checkbox', { name: 'Add 4 Oak St' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Add 6 Oak St' })).not.toBeChecked();
    expect(screen.getByRole('button', { name: 'Add All 4' })).toBeEnabled();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Add 5 Oak St' }));
    expect(box).toBePartiallyChecked();
    await userEvent.click(box);
    await userEvent.click(box);
    expect(screen.getByRole('button', { name: 'Add All 2' })).toBeEnabled();
  });

  it('are lit on the map, those of related owners apart', async () => {
    await open();
    const lit = (...numbers: readonly number[]) => [
      'match',
      ['get', 'll_uuid'],
      numbers.map((number) => member(number).ll_uuid),
      true,
      false,
    ];
    await waitFor(() => expect(layerFilter('owner-same-areas')).toEqual(lit(1, 2)));
    expect(layerFilter('owner-related-areas')).toEqual(lit(3));
    expect(featuresOf('owner-same')).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: "Close the owner's parcels" }));
    await waitFor(() => expect(layerFilter('owner-same-areas')).toBeUndefined());
  });

  it('are added as one selection, and undone', async () => {
    const selected = answer('post', '*/api-2/parcel_selections', { selection_id: selection, count: 2 }, 201);
    const added = answer('post', '*/api/add_markers', {
      added: 2,
      already: 0,
      not_found: [],
      batch_id: batch,
      message: '2 parcels were added to P.',
    });
    const undone = answer('post', '*/api/undo_add_markers', { removed: 2, message: '' });
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Add All 2' }));
    await waitFor(() => expect(added).toEqual([{ project_id: project, selection_id: selection }]));
    expect(selected).toEqual([{ owner_of: asked, project_id: project }]);
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(undone).toEqual([{ batch_id: batch }]));
  });

  it('can be undone for a minute', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
    answer('post', '*/api-2/parcel_selections', { selection_id: selection, count: 2 }, 201);
    answer('post', '*/api/add_markers', { added: 2, already: 0, not_found: [], batch_id: batch, message: '2 parcels were added to P.' });
    await user.click(screen.getByRole('button', { name: 'Everything this owner has' }));
    const addAll = await screen.findByRole('button', { name: 'Add All 2' });
    await waitFor(() => expect(addAll).toBeEnabled());
    await user.click(addAll);
    await screen.findByRole('button', { name: 'Undo' });
    act(() => {
      vi.advanceTimersByTime(50_000);
    });
    expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
    // The service refuses after 60 s.
    act(() => {
      vi.advanceTimersByTime(8_000);
    });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  });

  it('are exported as chosen', async () => {
    const saved = savedFiles();
    const selected = answer('post', '*/api-2/parcel_selections', { selection_id: selection, count: 2, not_found: [] }, 201);
    await open();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Add 3 Oak St' }));
    await userEvent.click(screen.getByRole('button', { name: 'Export' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Excel (XLSX)' }));
    await waitFor(() => expect(saved).toEqual([`/api-2/parcel_selections/${selection}/export.xlsx`]));
    const columns = {
      reason: ['the parcel asked about', 'same name, same mailing address', 'same name, other number in the series'],
      confidence: [1, 0.999, 0.97],
    };
    expect(selected).toEqual([{ ll_uuids: [asked, member(2).ll_uuid, member(3).ll_uuid], columns }]);
  });

  it('are added as chosen, with related ones', async () => {
    // As a selection of the project, which leaves out what somebody discarded meanwhile.
    const selected = answer('post', '*/api-2/parcel_selections', { selection_id: selection, count: 2 }, 201);
    const added = answer('post', '*/api/add_markers', { added: 2, already: 0, not_found: [], batch_id: null, message: 'Added.' });
    await open();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Add 2 Oak St' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Add 3 Oak St' }));
    await userEvent.click(screen.getByRole('button', { name: 'Add All 2' }));
    await waitFor(() => expect(added).toEqual([{ project_id: project, selection_id: selection }]));
    expect(selected).toEqual([{ ll_uuids: [asked, member(3).ll_uuid], project_id: project }]);
  });

  it('are marked and neither counted nor added where the project discarded them, until that is undone', async () => {
    discardSecond();
    const selected = answer('post', '*/api-2/parcel_selections', { selection_id: selection, count: 2 }, 201);
    const added = answer('post', '*/api/add_markers', { added: 2, already: 0, not_found: [], batch_id: null, message: 'Added.' });
    const undone = answer('post', '*/api/undo_discard', { restored: 1 });
    const list = within(await open());
    expect(await list.findByText('Discarded by Ana Diaz on May 4, 2026: Flood. Bayou')).toBeVisible();
    expect(screen.getByText('1 of them is discarded and not added.')).toBeVisible();
    const box = list.getByRole('checkbox', { name: 'Add 2 Oak St' });
    expect(box).not.toBeChecked();
    expect(box).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Add All 1' })).toBeEnabled();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Add 3 Oak St' }));
    await userEvent.click(screen.getByRole('button', { name: 'Add All 2' }));
    await waitFor(() => expect(added).toEqual([{ project_id: project, selection_id: selection }]));
    expect(selected).toEqual([{ ll_uuids: [asked, member(3).ll_uuid], project_id: project }]);

    answer('get', '*/api/reviewed_parcels', { in_project: [], discarded: [] });
    await userEvent.click(list.getByRole('button', { name: 'Undo Discard' }));
    await waitFor(() => expect(undone).toEqual([{ project_id: project, ll_uuids: [member(2).ll_uuid] }]));
    expect(await screen.findByRole('button', { name: 'Add All 3' })).toBeEnabled();
    expect(box).toBeChecked();
    expect(list.queryByText(/^Discarded by/)).toBeNull();
    // Its button is gone.
    await waitFor(() => expect(screen.getByRole('region', { name: "The owner's parcels" })).toHaveFocus());
  });

  it('are counted again, and marked for review, where the fact behind a discard changed', async () => {
    discardSecond({ field: 'flood_zone', was: 'AE', now: 'X' });
    const list = within(await open());
    expect(await list.findByText('For review: flood zone was AE, now X.')).toBeVisible();
    expect(list.getByRole('checkbox', { name: 'Add 2 Oak St' })).toBeChecked();
    expect(screen.getByRole('button', { name: 'Add All 2' })).toBeEnabled();
    expect(list.getByRole('button', { name: 'Keep Discarded' })).toBeVisible();
  });

  it('can be added though the discards are not known, and the screen says what becomes of them', async () => {
    answer('get', '*/api/reviewed_parcels', { error: 'away' }, 503);
    await open();
    expect(await screen.findByText(/The discards of the project could not be loaded\. 'Add All' leaves them out\./)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Add All 2' })).toBeEnabled();
  });
});

it('says what is unknown', () => {
  const unknown = { ...group, without_acres: 2, absentee: 0, median_years_held: null, longest_years_held: null } as never;
  expect(factsOf(unknown)).toEqual([
    ['Area', 'Unknown'],
    ['Value', '$2,000'],
    ['Owner', 'Unknown'],
    ['Held', 'Unknown'],
  ]);
});

it('says what is left out', () => {
  const words = (more: object) => leftOut({ ...group, ...more } as never);
  expect(words({})).toEqual([]);
  expect(words({ count: 10_000, truncated: true })).toEqual([
    'This owner has more than 10,000 parcels. 10,000 of them are listed and can be added at once; the rest are left out.',
  ]);
  expect(words({ truncated: true, may_have_more: true })).toEqual([
    "More than 10,000 parcels have this owner's name. 10,000 of them were compared, so some of its parcels may be missing.",
    "Very many parcels share this owner's mailing address or a word of its name. Parcels that it has under other names may be missing.",
  ]);
});

it('says how many are discarded', () => {
  expect(discardedWords(0)).toEqual([]);
  expect(discardedWords(1)).toEqual(['1 of them is discarded and not added.']);
  expect(discardedWords(1200)).toEqual(['1,200 of them are discarded and not added.']);
});

it('searches the directory by the name without its form', () => {
  expect(nameWords('Acme & Sons, L.L.C.')).toBe('Acme Sons');
  expect(nameWords('SMITH, JOHN; SMITH, MARY')).toBe('SMITH JOHN');
});
