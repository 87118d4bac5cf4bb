import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

interface Kept<T> {
  readonly value: T;
}

/**
 * A state of a view of the drawer that is as it was when the view is opened again. It stays with the data of queries, which are dropped when
 * somebody else signs in; `name` is unique among those of a project.
 */
export function useKept<T>(projectId: string, name: string, initial: T) {
  const client = useQueryClient();
  const key = ['kept', projectId, name];
  const [value, setValue] = useState(() => {
    const kept = client.getQueryData<Kept<T>>(key);
    return kept ? kept.value : initial;
  });

  function keep(next: T): void {
    client.setQueryDefaults(['kept'], { gcTime: Infinity });
    client.setQueryData<Kept<T>>(key, { value: next });
    setValue(next);
  }

  return [value, keep] as const;
}
