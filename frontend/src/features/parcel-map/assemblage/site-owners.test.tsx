import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderScreen } from '../../../testing/render-screen';
import { answer, unreachable } from '../../../testing/server';
import type { SectionProps } from '../inspect/sections';
import { MapPageContext, type MapPage } from '../map-page';
import { SiteOwners } from './site-owners';
import { SiteSection } from './site-section';

const project = '00000000-0000-7000-8000-00000000000a';

function owner(name: string, parcel: string, parts: number) {
  const without = { acres_without: 5, parts_without: parts, frontage_without_m: 0 };
  return { owner: name, other_names: [], ll_uuids: [parcel], acres: 6, is_hold_out: parts > 1, ...without };
}

function deal(ll_uuid: string, more: object) {
  const nothing = { declined: false, drop_reason: null, offer: null, counter: null };
  const stage = { stage_id: 's', stage_name: 'Found', kind: 'open', since: '2026-11-01T00:00:00Z', contacted: false };
  return { ll_uuid, property_id: 'p', parcel_number: '1', ...stage, ...nothing, ...more };
}

function open() {
  renderScreen(
    <MapPageContext value={{ projectId: project } as unknown as MapPage}>
      <SiteOwners owners={[owner('Alpha LLC', 'a', 1), owner('Beta Trust', 'b', 1), owner('Gamma', 'c', 2)]} siteId="the-site" />
    </MapPageContext>,
  );
}

describe('the owners of an inspected site', () => {
  it('are shown with the deal of the site, and its parcels can be added by themselves', async () => {
    const land = { ll_uuids: ['a', 'b'], owners: [owner('Alpha LLC', 'a', 1), owner('Beta Trust', 'b', 1)] };
    answer('get', '*/api-2/sites/the-site', { site_id: 'the-site', parcel: null, land });
    const asked = answer('post', '*/property_api/deals/of_parcels', { deals: [deal('the-site', {})] });
    const added = answer('post', '*/api/add_markers', { added: 2, already: 0, batch_id: null, message: '2 parcels were added.' });
    const selected = answer('post', '*/api-2/parcel_selections', { selection_id: 's', count: 2 }, 201);
    answer('get', '*/api/reviewed_parcels', { in_project: [], discarded: [] });
    answer('get', '*/api/get_markers', { markers: [] });
    const parcel = { site: { parcels: 2 } } as unknown as SectionProps['parcel'];
    renderScreen(
      <MapPageContext value={{ projectId: project } as unknown as MapPage}>
        <SiteSection llUuid="the-site" projectId={project} parcel={parcel} />
      </MapPageContext>,
    );
    expect(await screen.findByText('The site as one: Found')).toBeVisible();
    expect(screen.getAllByText('Not in the project')).toHaveLength(2);
    expect(asked).toEqual([{ project_id: project, ll_uuids: ['the-site', 'a', 'b'] }]);
    const addAll = screen.getByRole('button', { name: 'Add All 2' });
    await waitFor(() => expect(addAll).toBeEnabled());
    await userEvent.click(addAll);
    await waitFor(() => expect(added).toEqual([{ project_id: project, selection_id: 's' }]));
    expect(selected).toEqual([{ ll_uuids: ['a', 'b'], project_id: project }]);
  });
});

describe('owners of a site', () => {
  it('have the stage and the last offer of each, and tell who holds out', async () => {
    const asked = answer('post', '*/property_api/deals/of_parcels', {
      deals: [
        deal('the-site', { offer: { amount: 900_000, at: '2026-11-20T12:00:00Z' } }),
        deal('a', { stage_name: 'Under contract', kind: 'won', contacted: true }),
        deal('b', {}),
      ],
    });
    open();
    expect(await screen.findByText(/The site as one: Found · Offer \$900,000, Nov 20, 2026/)).toBeVisible();
    expect(asked).toEqual([{ project_id: project, ll_uuids: ['the-site', 'a', 'b', 'c'] }]);
    expect(screen.getByText('Under contract')).toBeVisible();
    expect(screen.getAllByText('Hold-out')).toHaveLength(2);
    expect(screen.getAllByText('Not contacted while another owner is under contract.')).toHaveLength(2);
    expect(screen.getByText(/A hold-out was dropped, has declined the last letter/)).toBeVisible();
  });

  it('stay when stages and offers cannot be loaded, which is said', async () => {
    unreachable('post', '*/property_api/deals/of_parcels');
    open();
    await waitFor(() => expect(screen.getByText("The owners' stages and offers could not be loaded.")).toBeVisible(), { timeout: 15_000 });
    expect(screen.getByText('Alpha LLC')).toBeVisible();
    expect(screen.getByText('Potential hold-out')).toBeVisible();
    expect(screen.queryByText('Not in the project')).toBeNull();
  });
});
