import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { featuresOf, lastMove } from '../../../testing/fake-map';
import { renderScreen } from '../../../testing/render-screen';
import { answer } from '../../../testing/server';
import { MapScreen } from '../test/loaded-map-screen';

const project = '00000000-0000-7000-8000-00000000000a';

/** The map, and another page of the app. */
function Pages() {
  const [onMap, setOnMap] = useState(true);
  return (
    <>
      <button onClick={() => setOnMap(!onMap)}>{onMap ? 'Leave the map' : 'Back to the map'}</button>
      {onMap && <MapScreen projectId={project} onGoToProperty={() => undefined} onGoToList={() => undefined} />}
    </>
  );
}

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
  answer('get', '*/api-2/growth_runs', { runs: [] });
  answer('get', '*/api/get_parcel_outlines', { outlines: [], newest_marker_id: null });
  answer('get', '*/api/reviewed_parcels', { in_project: [], discarded: [] });
  renderScreen(<Pages />);
  await screen.findByTestId('map');
});

const route = (name: string) =>
  new File(
    [
      JSON.stringify({
        type: 'LineString',
        coordinates: [
          [-95.4, 29.7],
          [-95.3, 29.8],
        ],
      }),
    ],
    name,
  );

async function choose(file: File) {
  await userEvent.click(screen.getByRole('button', { name: 'Select parcels' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'From a file…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Select by a File' }));
  await userEvent.upload(document.querySelector('input[type="file"]') as HTMLInputElement, file);
  return dialog;
}

async function show(file: File): Promise<void> {
  const dialog = await choose(file);
  await userEvent.click(await dialog.findByRole('button', { name: 'Show on the Map' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

/** Of all files. */
const drawn = () => [1, 2, 3, 4, 5].flatMap((slot) => featuresOf(`own-file-${slot}`));

describe('a file of one’s own', () => {
  it('is drawn, fits the view, and is hidden, faded and removed in the list of layers', async () => {
    await show(route('route.geojson'));
    await waitFor(() => expect(drawn()).toHaveLength(1));
    expect(lastMove()).toEqual({ bounds: [-95.4, 29.7, -95.3, 29.8], maxZoom: 17 });
    await userEvent.click(screen.getByRole('button', { name: 'Layers' }));
    const shown = await screen.findByRole('checkbox', { name: 'route.geojson' });
    await userEvent.click(shown);
    expect(drawn()).toHaveLength(0);
    await userEvent.click(shown);
    expect(drawn()).toHaveLength(1);
    (await screen.findByRole('slider', { name: 'Opacity of route.geojson' })).focus();
    await userEvent.keyboard('{ArrowLeft}');
    expect(screen.getByText('95 %')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Remove route.geojson' }));
    expect(screen.queryByRole('checkbox', { name: 'route.geojson' })).toBeNull();
    expect(drawn()).toHaveLength(0);
  });

  it('is still there when the map is opened again', async () => {
    await show(route('route.geojson'));
    await waitFor(() => expect(drawn()).toHaveLength(1));
    await userEvent.click(screen.getByRole('button', { name: 'Leave the map' }));
    expect(drawn()).toHaveLength(0);
    await userEvent.click(screen.getByRole('button', { name: 'Back to the map' }));
    await waitFor(() => expect(drawn()).toHaveLength(1));
  });

  it('stays in the browser, and also selects', async () => {
    const dialog = await choose(route('route.json'));
    expect(await dialog.findByRole('button', { name: 'Show on the Map' })).toBeVisible();
    expect(dialog.getByText(/The file is not uploaded/)).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Select Parcels' })).toBeEnabled();
  });

  it('without a place is not offered to the map', async () => {
    const dialog = await choose(new File(['APN\n12\n'], 'list.csv'));
    expect(await dialog.findByRole('button', { name: 'Find 1 Parcel' })).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Show on the Map' })).toBeNull();
  });

  it('with a position outside the map is not drawn, and the dialog says so', async () => {
    const dialog = await choose(new File(['APN,X,Y\n12,3120000,13840000\n'], 'feet.csv'));
    expect(await dialog.findByText('Not all of this file is in longitude and latitude. The map cannot show it.')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Find 1 Parcel' })).toBeEnabled();
    expect(dialog.queryByRole('button', { name: 'Show on the Map' })).toBeNull();
  });

  it('is one of five at most', async () => {
    for (const number of [1, 2, 3, 4, 5]) await show(route(`${number}.geojson`));
    await waitFor(() => expect(drawn()).toHaveLength(5));
    const dialog = await choose(route('6.geojson'));
    expect(await dialog.findByText(/At most 5 files are shown/)).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Show on the Map' })).toBeNull();
  });
});
