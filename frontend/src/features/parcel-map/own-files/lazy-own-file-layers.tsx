import { lazy, Suspense } from 'react';
import { useOwnFiles } from './use-own-files';

const Layers = lazy(() => import('./own-file-layers').then((loaded) => ({ default: loaded.OwnFileLayers })));

/** The files of one's own on the map of a project, loaded with the first. */
export function LazyOwnFileLayers({ projectId }: { readonly projectId: string }) {
  const { files } = useOwnFiles(projectId);
  if (files.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <Layers files={files} />
    </Suspense>
  );
}
