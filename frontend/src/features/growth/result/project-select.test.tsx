import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderScreen } from '../../../testing/render-screen';
import { answer } from '../../../testing/server';
import { ProjectSelect } from './project-select';

const infill = { project_id: 'p1', project_name: 'Houston infill' };
const dock = { project_id: 'p2', project_name: 'Dallas dock' };
const box = () => screen.getByRole('combobox', { name: 'Project' });

function Screen({ first = null }: { readonly first?: string | null }) {
  const [projectId, setProjectId] = useState(first);
  return <ProjectSelect projectId={projectId} onProject={setProjectId} />;
}

it('is searched by the server, and offers all projects again after a choice', async () => {
  answer('get', '/api/projects', { projects: [infill] });
  answer('get', '/api/get_project_data', { project_data: dock });
  renderScreen(<Screen />);
  const user = userEvent.setup({ delay: null });
  await user.click(await screen.findByRole('combobox', { name: 'Project' }));
  expect(await screen.findByRole('option', { name: 'Houston infill' })).toBeVisible();
  const asked = answer('get', '/api/projects', { projects: [dock] });
  await user.type(box(), 'dock');
  await user.click(await screen.findByRole('option', { name: 'Dallas dock' }));
  expect(asked).toEqual(['?q=dock&limit=100']);
  expect(box()).toHaveValue('Dallas dock');
  answer('get', '/api/projects', { projects: [infill, dock] });
  await user.click(box());
  expect(await screen.findByRole('option', { name: 'Houston infill' })).toBeVisible();
});

it('shows the chosen project, also when it is not among the first', async () => {
  answer('get', '/api/projects', { projects: [infill] });
  answer('get', '/api/get_project_data', { project_data: dock });
  renderScreen(<Screen first="p2" />);
  await waitFor(() => expect(box()).toHaveValue('Dallas dock'));
});

it('says when the projects cannot be loaded', async () => {
  answer('get', '/api/projects', {}, 500);
  renderScreen(<Screen />);
  expect(await screen.findByText('Failed to load projects')).toBeVisible();
});
