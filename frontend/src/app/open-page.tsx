import { useEffect, type ComponentType } from 'react';
import { useNavigate } from 'react-router';
import { keepDataOf } from '../api/query-client';
import type { OpenPageProps } from './pages';

/**
 * A page that is open to everybody, when somebody comes to it from another. What was loaded before goes once it is shown: a screen that is
 * still there would ask again for what is gone.
 */
export function OpenPage({ page: Page }: { readonly page: ComponentType<OpenPageProps> }) {
  const navigate = useNavigate();
  useEffect(() => keepDataOf(null), []);
  return <Page go={(to, options) => void navigate(to, options)} />;
}
