import { useQuery } from '@tanstack/react-query';
import { submarketOutlineQuery, submarketSourceQuery } from '../../api/queries/markers';
import { escapeHtml } from '../../lib/html';

/** The project's submarket: its outline, and who is to be named for it. The outline is not drawn without the name. */
export function useSubmarket(projectId: string) {
  const outline = useQuery(submarketOutlineQuery(projectId));
  const source = useQuery(submarketSourceQuery(projectId));
  const isPending = outline.isPending || source.isPending;
  return {
    isPending,
    outline: outline.data,
    drawn: outline.data && !isPending ? { geometry: outline.data, credit: credit(source.data) } : undefined,
  };
}

/** As HTML, which the map shows. */
function credit(said: { readonly source?: string | null; readonly source_licence?: string | null } | null | undefined): string {
  if (!said?.source) return '';
  const names = [said.source, said.source_licence].filter((name) => name != null);
  return escapeHtml(`Submarket: ${names.join(', ')}`);
}
