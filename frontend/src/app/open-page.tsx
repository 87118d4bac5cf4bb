import { useEffect, type ComponentType } from 'react';
import { useNavigate } from 'react-router';
import { keepDataOf } from '../api/query-client';
import type { OpenPageProps } from './pages';

/**
 * A page without a session, reached by navigation inside the app. Cached data is removed after it is rendered, because the previous page,
 * while mounted, would request the data again.
 */
export function OpenPage({ page: Page }: { readonly page: ComponentType<OpenPageProps> }) {
  const navigate = useNavigate();
  useEffect(() => keepDataOf(null), []);
  return <Page go={(to, options) => void navigate(to, options)} />;
}
