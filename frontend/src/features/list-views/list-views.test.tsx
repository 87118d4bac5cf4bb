import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen';
import { answer, server, unreachable } from '../../testing/server';
import { ListViews } from './list-views';
import type { ViewSettings } from './settings';

const plain = { place: 'contacts', filter: {}, sort: 'name', columns: [] } as ViewSettings;
const vip = { place: 'contacts', filter: { tag: 'vip' }, sort: '-name', columns: ['city'] } as ViewSettings;

const view = (over: object) => ({
  view_id: 'v1',
  name: 'VIPs',
  is_shared: false,
  settings: vip,
  version: 3,
  created_by: 'Ana Diaz',
  may_change: true,
  is_default: false,
  updated_at: '2026-11-25T12:00:00Z',
  ...over,
});

function Screen() {
  const [settings, setSettings] = useState(plain);
  return (
    <>
      <ListViews settings={settings} plain={plain} onApply={setSettings} />
      <button onClick={() => setSettings({ ...settings, sort: 'email' } as ViewSettings)}>By email</button>
      <output>{JSON.stringify(settings)}</output>
    </>
  );
}

function open(...views: object[]) {
  answer('get', '/api/list_views', { list_views: views as Record<string, string>[] });
  renderScreen(<Screen />);
  const user = userEvent.setup({ delay: null });
  const menu = async (item: string | RegExp) => {
    await user.click(screen.getByRole('button', { name: /Views|VIPs|Ours/ }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };
  return { user, menu };
}

const shown = (): unknown => JSON.parse(document.querySelector('output')?.textContent ?? '');

it('applies a view, says that it was modified, and resets it', async () => {
  const { user, menu } = open(view({}), view({ view_id: 'v2', name: 'Ours', is_shared: true, settings: plain }));
  await menu(/VIPs/);
  expect(shown()).toEqual(vip);
  expect(screen.getByRole('button', { name: 'VIPs' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'By email' }));
  expect(screen.getByRole('button', { name: 'VIPs (modified)' })).toBeVisible();
  await menu('Reset');
  expect(shown()).toEqual(vip);
  await menu('No view');
  expect(shown()).toEqual(plain);
});

it('begins with the default view', async () => {
  open(view({ is_default: true }));
  await waitFor(() => expect(shown()).toEqual(vip));
  expect(screen.getByRole('button', { name: 'VIPs' })).toBeVisible();
});

it('begins with the view that the address names, not with the default', async () => {
  const views = [view({ is_default: true }), view({ view_id: 'v2', name: 'Ours', settings: { ...plain, sort: 'email' } })];
  answer('get', '/api/list_views', { list_views: views });
  function Named() {
    const [settings, setSettings] = useState(plain);
    const [named, setNamed] = useState('v2');
    return (
      <>
        <ListViews settings={settings} plain={plain} onApply={setSettings} named={named} />
        <button onClick={() => setNamed('v1')}>Other</button>
        <output>{JSON.stringify(settings)}</output>
      </>
    );
  }
  renderScreen(<Named />);
  await waitFor(() => expect(shown()).toEqual({ ...plain, sort: 'email' }));
  expect(screen.getByRole('button', { name: 'Ours' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Other' }));
  await waitFor(() => expect(shown()).toEqual(vip));
});

it('saves changes with the version, and reports that somebody else was first', async () => {
  const { user, menu } = open(view({}));
  await menu(/VIPs/);
  await user.click(screen.getByRole('button', { name: 'By email' }));
  const asked = answer('put', '/api/list_views', { error: 'Someone else has changed this view. Please look at it again.' }, 409);
  await menu('Save changes');
  expect(await screen.findByText('Someone else has changed this view. Please look at it again.')).toBeVisible();
  expect(asked).toEqual([{ view_id: 'v1', version: 3, name: 'VIPs', is_shared: false, settings: { ...vip, sort: 'email' } }]);
});

it('saves as a new view for the firm', async () => {
  const { user, menu } = open();
  await user.click(screen.getByRole('button', { name: 'By email' }));
  await menu('Save as...');
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), ' Ours ');
  await user.click(screen.getByRole('checkbox', { name: 'For everyone in the firm' }));
  const asked = answer('post', '/api/list_views', view({ view_id: 'v9', name: 'Ours' }), 201);
  answer('get', '/api/list_views', {
    list_views: [view({ view_id: 'v9', name: 'Ours', is_shared: true, settings: { ...plain, sort: 'email' } })],
  });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('button', { name: 'Ours' })).toBeVisible();
  expect(asked).toEqual([{ name: 'Ours', is_shared: true, settings: { ...plain, sort: 'email' } }]);
});

it('deletes a view after confirmation, and offers no change of a view of somebody else', async () => {
  const { user, menu } = open(view({}), view({ view_id: 'v2', name: 'Ours', is_shared: true, may_change: false }));
  await menu(/Ours/);
  await user.click(screen.getByRole('button', { name: 'Ours' }));
  expect(screen.queryByRole('menuitem', { name: 'Delete view' })).not.toBeInTheDocument();
  await user.click(await screen.findByRole('menuitem', { name: /VIPs/ }));
  const asked: string[] = [];
  server.use(
    http.delete('/api/list_views', ({ request }) => {
      asked.push(new URL(request.url).search);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  await menu('Delete view');
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(asked).toEqual(['?view_id=v1']));
});

it('does not apply a view that it cannot read, and says when the views could not be loaded', async () => {
  const { user } = open(view({ settings: null, is_default: true }));
  await user.click(screen.getByRole('button', { name: 'Views' }));
  expect(await screen.findByRole('menuitem', { name: /VIPs/ })).toBeDisabled();
  expect(screen.getByText('It cannot be read any more.')).toBeVisible();
  expect(shown()).toEqual(plain);
});

it('says when the views could not be loaded', async () => {
  unreachable('get', '/api/list_views');
  renderScreen(<Screen />);
  const user = userEvent.setup({ delay: null });
  await user.click(screen.getByRole('button', { name: 'Views' }));
  expect(await screen.findByText('The views could not be loaded.')).toBeVisible();
});
