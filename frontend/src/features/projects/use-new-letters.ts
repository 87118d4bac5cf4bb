import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { sentenceOf } from '../../api/client';
import { allPropertiesQuery } from '../../api/queries/properties';
import { tooManyLetters, toNewLetters, type LetterGroup } from '../../lib/letter-groups';
import { useNotice } from '../../ui/dialogs';
import type { Project } from './api';

/** Opens 'Create LOIs' for all properties of projects; those that have none are left out. */
export function useNewLetters() {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const notice = useNotice();
  return useMutation({
    mutationFn: async (projects: readonly Project[]) => {
      const withProperties = projects.filter(({ property_count }) => property_count > 0);
      const count = withProperties.reduce((sum, { property_count }) => sum + property_count, 0);
      const tooMany = tooManyLetters(count, withProperties.length);
      if (tooMany !== undefined) {
        notice.alert(tooMany);
        return;
      }
      const groups: LetterGroup[] = [];
      // One after the other: a list has up to thousands of rows.
      for (const { project_id } of withProperties) {
        const { properties } = await cache.query({ ...allPropertiesQuery(project_id, {}, 'added'), staleTime: 0 });
        if (properties.length > 0) groups.push({ projectId: project_id, propertyIds: properties.map(({ property_id }) => property_id) });
      }
      const { to, state } = toNewLetters(groups);
      if (groups.length === 0) notice.alert(noneWords(projects));
      else await navigate(to, { state });
    },
    onError: (reason) => notice.alert(sentenceOf(reason, 'The properties could not be loaded.')),
  });
}

function noneWords([first, ...others]: readonly Project[]): string {
  const name = others.length === 0 ? first?.project_name : undefined;
  return name === undefined
    ? 'The selected projects have no properties to write letters for.'
    : `${name} has no properties to write letters for.`;
}
