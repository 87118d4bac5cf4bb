import '@fontsource-variable/inter';
import './styles/open';
import './app/app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { fetchAhead, openPage } from './app/pages';

const { pathname } = window.location;
if (!openPage(pathname)) fetchAhead(pathname);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
