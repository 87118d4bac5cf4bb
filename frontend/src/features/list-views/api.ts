import { useMutation, useQueryClient } from '@tanstack/react-query';
import { mainApi, sentenceOf, unwrap } from '../../api/client';
import type { components } from '../../api/generated/main-api';
import { allOf } from '../../api/queries/query';
import { useNotice } from '../../ui/dialogs';

type Fields = components['schemas']['ListViewFields'];
type Update = components['schemas']['UpdateListViewRequest'];
type Default = components['schemas']['SetDefaultListViewRequest'];

/** Saves, changes and deletes views. What fails is reported, and the views are read again. */
export function useChangeViews() {
  const cache = useQueryClient();
  const notice = useNotice();
  const after = {
    onError: (reason: unknown) => notice.alert(sentenceOf(reason, 'The view could not be saved. Please try again.')),
    onSettled: () => cache.invalidateQueries(allOf(['main', '/api/list_views'])),
  };
  const create = useMutation({ mutationFn: (body: Fields) => unwrap(mainApi.POST('/api/list_views', { body })), ...after });
  const update = useMutation({ mutationFn: (body: Update) => unwrap(mainApi.PUT('/api/list_views', { body })), ...after });
  const remove = useMutation({
    mutationFn: (viewId: string) => unwrap(mainApi.DELETE('/api/list_views', { params: { query: { view_id: viewId } } })),
    ...after,
  });
  const begin = useMutation({ mutationFn: (body: Default) => unwrap(mainApi.POST('/api/set_default_list_view', { body })), ...after });
  return { create, update, remove, begin };
}
