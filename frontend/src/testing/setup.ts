import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { notifications } from '@mantine/notifications';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { queryClient } from '../api/query-client';
import { server } from './server';
import { TestStream } from './stream';

// On a busy machine rendering takes longer than the default second.
configure({ asyncUtilTimeout: 5_000 });

// Missing in jsdom, but used by Mantine.
Object.defineProperty(window, 'matchMedia', {
  writable: true,
  value: (query: string) => ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
    addListener: vi.fn(),
    removeListener: vi.fn(),
    dispatchEvent: vi.fn(),
  }),
});
class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
window.ResizeObserver = NoObserver;
window.IntersectionObserver = NoObserver as unknown as typeof IntersectionObserver;
window.EventSource = TestStream as unknown as typeof EventSource;
Element.prototype.scrollIntoView = vi.fn();
Object.defineProperty(document, 'fonts', { configurable: true, value: Object.assign(new EventTarget(), { ready: Promise.resolve() }) });

// No retries, and data counts as stale immediately.
queryClient.setDefaultOptions({ queries: { retry: false } });

// The canvas needs WebGL.
vi.mock('@vis.gl/react-maplibre', async () => {
  const fake = await import('./fake-map');
  return { ...fake, default: fake.FakeMap };
});
vi.mock('maplibre-gl', () => ({ addProtocol: () => undefined, setWorkerUrl: () => undefined }));

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

afterEach(() => {
  cleanup();
  notifications.clean();
  queryClient.clear();
  server.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
});
