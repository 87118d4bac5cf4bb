import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { renderScreen } from '../testing/render-screen';
import MapPage from './map';

beforeEach(() => sessionStorage.clear());

it('says that no project is chosen, and leads to the projects', () => {
  renderScreen(<MapPage />, '/map');
  expect(screen.getByRole('alert')).toHaveTextContent('Error: Project ID is missing. Please select a project first.');
  expect(screen.getByRole('link', { name: 'Go to projects' })).toHaveAttribute('href', '/projects');
});
