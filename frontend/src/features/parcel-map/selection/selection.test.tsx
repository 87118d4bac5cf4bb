import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { featuresOf } from '../../../testing/fake-map';
import { renderScreen } from '../../../testing/render-screen';
import { answer } from '../../../testing/server';
import { MapScreen } from '../test/loaded-map-screen';

const project = '00000000-0000-7000-8000-00000000000a';
const selection = '00000000-0000-7000-8000-00000000000b';
const batch = '00000000-0000-7000-8000-00000000000c';
const ids = ['11111111-0000-5000-8000-000000000001', '11111111-0000-5000-8000-000000000002'];
const summary = {
  selection_id: selection,
  count: 3,
  acres: 12.5,
  without_acres: 0,
  total_value: 250_000,
  without_value: 1,
  owners: 2,
  without_owner: 3,
  in_project: 1,
  discarded: 4,
  not_found: [] as string[],
  ambiguous: [] as string[],
};

beforeEach(async () => {
  answer('get', '*/api-2/map_config', {
    basemap: null,
    streetmap: null,
    archives: [],
    texas_overlay: null,
    parcel_tiles: '/api-2/tiles/{z}/{x}/{y}.mvt',
    outline_minzoom: 15,
  });
  answer('get', '*/api/get_project_data', { project_data: { project_id: project, project_name: 'P', submarket_id: null } });
  answer('get', '*/api/get_markers', { markers: [] });
  answer('get', '*/api/get_parcel_outlines', { outlines: [], newest_marker_id: null });
  answer('get', '*/api/reviewed_parcels', { in_project: [], discarded: [] });
  answer('get', '*/api-2/parcel_selections/*', { count: 3, parcels: ids.map((ll_uuid) => ({ ll_uuid, lon: -95.3, lat: 29.7 })) });
  renderScreen(<MapScreen projectId={project} onGoToProperty={() => undefined} onGoToList={() => undefined} />);
  await screen.findByTestId('map');
});

async function choose(name: string): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Select parcels' }));
  await userEvent.click(await screen.findByRole('menuitem', { name }));
}

const panel = () => screen.findByRole('region', { name: 'Selection' });

describe('a selection', () => {
  it('says first what is in it, and of how many parcels a value is unknown', async () => {
    const asked = answer('post', '*/api-2/parcel_selections', summary, 201);
    await choose('All in view');
    const shown = within(await panel());
    expect(await shown.findByRole('heading', { name: '3 parcels' })).toBeVisible();
    expect(asked).toEqual([{ bbox: [-95.38, 29.75, -95.36, 29.77], project_id: project }]);
    expect(shown.getByText('12.5 acres')).toBeVisible();
    expect(shown.getByText('$250,000, unknown for 1')).toBeVisible();
    // Nothing is known of the owners: that is not 'two owners'.
    expect(shown.getByText('Unknown')).toBeVisible();
    expect(shown.getByText('Discarded, left out').nextSibling).toHaveTextContent('4');
    await waitFor(() => expect(featuresOf('chosen')).toHaveLength(2));
  });

  it('is counted again with limits', async () => {
    const asked = answer('post', '*/api-2/parcel_selections', summary, 201);
    await choose('All in view');
    const shown = within(await panel());
    await userEvent.type(await shown.findByLabelText('Min. acres'), '5');
    await userEvent.type(shown.getByLabelText('Land use contains'), 'vacant{Enter}');
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(asked[1]).toMatchObject({ filter: "ll_gisacre >= 5 AND CASEI(usedesc) LIKE CASEI('%vacant%')" });
  });

  it('is added as a whole and undone', async () => {
    answer('post', '*/api-2/parcel_selections', summary, 201);
    const message = '2 parcels were added to P.';
    const added = answer('post', '*/api/add_markers', { added: 2, already: 1, not_found: [], batch_id: batch, message });
    const undone = answer('post', '*/api/undo_add_markers', { removed: 2, message: '' });
    await choose('All in view');
    await userEvent.click(await screen.findByRole('button', { name: 'Add All 2' }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(added).toEqual([{ project_id: project, selection_id: selection }]);
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(undone).toEqual([{ batch_id: batch }]));
  });

  it('is discarded with a reason', async () => {
    answer('post', '*/api-2/parcel_selections', summary, 201);
    const discarded = answer('post', '*/api/discard_parcels', { discarded: 2, in_project: 0, not_found: [] });
    const undone = answer('post', '*/api/undo_discard', { restored: 2 });
    await choose('All in view');
    await userEvent.click(await screen.findByRole('button', { name: 'Discard…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Discard 2 Parcels' }));
    const discard = dialog.getByRole('button', { name: 'Discard' });
    expect(discard).toBeDisabled();
    // The note says what 'Other' is.
    await userEvent.click(dialog.getByLabelText('Other'));
    expect(discard).toBeDisabled();
    await userEvent.type(dialog.getByRole('textbox'), 'Pipeline');
    await userEvent.click(discard);
    expect(await screen.findByText('2 parcels were discarded.')).toBeVisible();
    expect(discarded).toEqual([{ project_id: project, ll_uuids: ids, reason: 'other', note: 'Pipeline' }]);
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(undone).toEqual([{ project_id: project, ll_uuids: ids }]));
  });

  it('of pasted lines lists those that were not found', async () => {
    const found = { ...summary, not_found: ['77'], ambiguous: ['12-3'] };
    const asked = answer('post', '*/api-2/parcel_selections', found, 201);
    await choose('Numbers or addresses…');
    await userEvent.type(await screen.findByLabelText('Parcel numbers or street addresses'), '77{Enter}12-3{Enter}1 Main St');
    await userEvent.click(screen.getByRole('button', { name: 'Find 3 Parcels' }));
    const shown = within(await panel());
    expect(within(await shown.findByRole('list', { name: 'Not found' })).getByText('77')).toBeVisible();
    expect(within(shown.getByRole('list', { name: 'In several counties' })).getByText('12-3')).toBeVisible();
    expect(asked).toEqual([{ numbers: ['77', '12-3', '1 Main St'], project_id: project }]);
  });

  it('of a file finds what a column names, and is saved as a file', async () => {
    const asked = answer('post', '*/api-2/parcel_selections', summary, 201);
    await choose('From a file…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Select by a File' }));
    const input = document.querySelector('input[type="file"]') as HTMLInputElement;
    await userEvent.upload(input, new File(['x'], 'a.csv'));
    expect(await dialog.findByText('There are no parcel numbers, addresses or areas in this file.')).toBeVisible();
    await userEvent.upload(input, new File(['Owner,APN\nOak,0012\nElm,13\n'], 'b.csv'));
    await userEvent.click(await dialog.findByRole('button', { name: 'Find 2 Parcels' }));
    await waitFor(() => expect(asked).toEqual([{ numbers: ['0012', '13'], project_id: project }]));
    const saved: string[] = [];
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(new URL(this.href).pathname);
    });
    await userEvent.click(within(await panel()).getByRole('button', { name: 'Export' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Excel (XLSX)' }));
    click.mockRestore();
    expect(saved).toEqual([`/api-2/parcel_selections/${selection}/export.xlsx`]);
  });

  it('that is too large says so and leaves nothing behind', async () => {
    const detail = 'This selection has more than 100,000 parcels. Choose a smaller area or add a filter.';
    answer('post', '*/api-2/parcel_selections', { code: 'selection.too_large', error: detail }, 422);
    await choose('All in view');
    expect(await screen.findByText(detail)).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull());
  });

  it('ends by Esc, while it is drawn and after', async () => {
    answer('post', '*/api-2/parcel_selections', summary, 201);
    await choose('Lasso');
    expect(await screen.findByTestId('selection-pad')).toBeInTheDocument();
    fireEvent.keyDown(window, { key: 'Escape' });
    expect(screen.queryByTestId('selection-pad')).toBeNull();
    await choose('All in view');
    (await panel()).focus();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Select parcels' })).toBeVisible();
  });
});
