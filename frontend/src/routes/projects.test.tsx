import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '../testing/render-screen';
import { answer } from '../testing/server';
import * as page from './projects';

it('says when the projects cannot be loaded', async () => {
  answer('get', '/api/projects', { error: 'whatever' }, 500);
  renderPage('/projects', page);
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load projects');
  expect(screen.getByRole('heading', { name: 'Projects' })).toBeVisible();
});
