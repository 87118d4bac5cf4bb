import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../../../testing/render-screen';
import { answer, server } from '../../../testing/server';
import { CompareSites } from './compare-sites';

const project = '00000000-0000-7000-8000-00000000000a';
const ids = Array.from({ length: 7 }, (_, index) => `11111111-0000-5000-8000-00000000000${index}`);
const choices = ids.map((llUuid, index) => ({ llUuid, label: `${index} Main St` }));

const value = (text: string | null) => ({
  text,
  number: null,
  day: null,
  is_upper_bound: false,
  source: text === null ? null : 'Test County',
  as_of: text === null ? null : '2026-11-01',
});

const site = (name: string) => ({
  name,
  place: 'Houston, TX',
  parcels: [{ ll_uuid: ids[0], parcelnumb: '001', address: name, owner: null, acres: 2, total_value: null }],
  map: {
    width_m: 400,
    height_m: 250,
    shapes: [
      { kind: 'neighbour', path: 'M0 0L10 0L10 10Z' },
      { kind: 'outline', path: 'M100 100L200 100L200 200Z' },
    ],
    labels: [],
    scale_m: 91.4,
    scale: '300 ft',
  },
  deductions: [],
  score: null,
  notes: [],
});

const comparison = {
  project: 'P',
  made_at: '2026-11-24T10:00:00Z',
  sites: [site('1201 Elm St'), site('9 Bay St')],
  rows: [
    { key: 'acres', section: 'Site', label: 'Recorded area', unit: 'acres', values: [value('2.00 acres'), value('3.00 acres')], best: [] },
    {
      key: 'value_per_acre',
      section: 'Value',
      label: 'Value per acre',
      unit: 'dollars_per_acre',
      values: [value('$100,000'), value('$120,000')],
      best: [0],
    },
    { key: 'zoning', section: 'Site', label: 'Zoning', unit: 'none', values: [value(null), value('M-1')], best: [] },
  ],
  sources: [{ name: 'Test County', licence: null, is_sample: false }],
};

function open(first: readonly string[]) {
  answer('get', '*/api/get_project_data', { project_data: { project_id: project, project_name: 'P', market_type: 'Office' } });
  answer('get', '*/api-2/growth_runs', { runs: [] });
  const onClose = vi.fn();
  renderScreen(<CompareSites projectId={project} choices={choices} first={first} onClose={onClose} />);
  return onClose;
}

describe('sites side by side', () => {
  it('show facts, what is unknown, maps and the best value where one is better', async () => {
    const asked = answer('post', '*/api-2/site_comparisons', comparison);
    open(ids.slice(0, 2));
    const table = await screen.findByRole('region', { name: 'Sites compared' });
    const sites = [{ ll_uuids: [ids[0]] }, { ll_uuids: [ids[1]] }];
    // As the panel of the map.
    expect(asked).toEqual([{ project_id: project, sites, buildable: { preset: 'office' } }]);
    expect(within(table).getAllByRole('img', { name: /^Outline of/ })).toHaveLength(2);
    const row = (name: string) => {
      const found = within(table).getByRole('rowheader', { name }).closest('tr');
      if (!found) throw new Error(name);
      return within(found);
    };
    expect(row('Value per acre').getAllByRole('cell')[0]).toHaveTextContent('$100,000best');
    expect(row('Recorded area').queryByText('best')).toBeNull();
    expect(row('Zoning').getAllByRole('cell')[0]).toHaveTextContent('unknown');
    expect(table).not.toHaveTextContent('Test County');
    await userEvent.click(screen.getByLabelText('Sources and dates'));
    expect(row('Zoning').getAllByRole('cell')[1]).toHaveTextContent('Test County, Nov 1, 2026');
  });

  it('are six at most, and none at first asks for some', async () => {
    const asked = answer('post', '*/api-2/site_comparisons', comparison);
    open([]);
    expect(await screen.findByText('Choose one to six parcels.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Dossier PDF' })).toBeDisabled();
    expect(asked).toEqual([]);
    for (const { label } of choices) {
      await userEvent.click(screen.getByRole('combobox', { name: /^Sites, up to 6/ }));
      const option = screen.queryByRole('option', { name: label });
      if (option) await userEvent.click(option);
    }
    await waitFor(() => expect((asked.at(-1) as { sites: unknown[] }).sites).toHaveLength(6));
  });

  it('are saved as a dossier, and a refusal is said', async () => {
    answer('post', '*/api-2/site_comparisons', comparison);
    URL.createObjectURL = vi.fn(() => 'blob:dossier');
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    server.use(
      http.post('*/api-2/dossiers.pdf', () =>
        HttpResponse.arrayBuffer(new ArrayBuffer(4), { headers: { 'content-type': 'application/pdf' } }),
      ),
    );
    open(ids.slice(0, 1));
    await userEvent.click(await screen.findByRole('button', { name: 'Dossier PDF' }));
    await waitFor(() => expect(clicked).toHaveBeenCalledOnce());
    server.use(
      http.post('*/api-2/dossiers.xlsx', () =>
        HttpResponse.json({ code: 'dossier.licensed_parcel', error: 'Please leave it out.' }, { status: 422 }),
      ),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Dossier XLSX' }));
    expect(await screen.findByText('Please leave it out.')).toBeVisible();
    expect(clicked).toHaveBeenCalledOnce();
    clicked.mockRestore();
  });
});
