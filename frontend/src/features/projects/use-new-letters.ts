import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { sentenceOf } from '../../api/client';
import { allPropertiesQuery } from '../../api/queries/properties';
import { paths } from '../../lib/paths';
import { useNotice } from '../../ui/dialogs';
import type { Project } from './api';

/** Most letters that are made at once; a list that is not paged has no more rows either. */
const most = 5_000;

/** Opens 'Create LOIs' for all properties of a project. */
export function useNewLetters() {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const notice = useNotice();
  return useMutation({
    mutationFn: async ({ project_id, project_name, property_count }: Project) => {
      const { properties } = await cache.query({ ...allPropertiesQuery(project_id, {}, 'added'), staleTime: 0 });
      const propertyIds = properties.map(({ property_id }) => property_id);
      if (propertyIds.length === 0) notice.alert(`${project_name} has no properties to write letters for.`);
      else if (property_count > most) notice.alert('At most 5,000 letters are made at once. Select properties in the list of the project.');
      else await navigate(paths.newLetters(project_id), { state: { propertyIds } });
    },
    onError: (reason) => notice.alert(sentenceOf(reason, 'The properties could not be loaded.')),
  });
}
