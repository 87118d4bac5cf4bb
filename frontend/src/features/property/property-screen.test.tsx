import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen';
import { answer } from '../../testing/server';
import { PropertyScreen } from './property-screen';

const notFound = { code: 'property.not_found', error: 'Property not found.' };

function open(markers: readonly string[]) {
  const asked = answer('get', '/property_api/specific_property', notFound, 404);
  answer('get', '/api/get_project_data', { project_data: { project_name: 'Dock' } });
  answer('get', '/api/get_markers', {
    markers: markers.map((parcelnumb, id) => ({
      id,
      geojson: { type: 'Feature', geometry: { type: 'Point', coordinates: [0, 0] }, properties: { parcelnumb } },
    })),
  });
  renderScreen(<PropertyScreen propertyKey={{ parcelNumber: '042', projectId: 'p1' }} aerial={() => null} onCreateLoi={() => undefined} />);
  return asked;
}

it('says at once that a property is not there when no marker of its number is on the map', async () => {
  const asked = open(['041', '043']);
  expect(await screen.findByText('Property not found.', undefined, { timeout: 15_000 })).toBeInTheDocument();
  expect(asked).toHaveLength(1);
});

it('says after two seconds that a property of a marker is still arriving', async () => {
  open(['042']);
  expect(screen.getByText('Loading...')).toBeInTheDocument();
  expect(await screen.findByText('Still arriving...', undefined, { timeout: 15_000 })).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
