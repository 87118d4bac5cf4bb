import { QueryClient, type InfiniteData, type QueryKey } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { contactQuery, contactsQuery } from './queries/contacts';
import { setRows } from './set-rows';

interface Row {
  readonly contact_id: string;
  readonly phone: string;
}

it('changes a row in all loaded lists of an endpoint, and nothing else', () => {
  const cache = new QueryClient();
  const [ann, bea]: Row[] = [
    { contact_id: 'c1', phone: '1' },
    { contact_id: 'c2', phone: '2' },
  ];
  const page = (...contacts: (Row | undefined)[]) => ({ contacts, total: 2, next_cursor: null });
  const lists = [contactsQuery({}, 'name'), contactsQuery({ q: 'b' }, '-name')].map(
    ({ queryKey }): QueryKey => queryKey as readonly unknown[],
  );
  for (const key of lists) cache.setQueryData(key, { pages: [page(ann), page(bea)], pageParams: [undefined, 'n'] });
  const single = contactQuery('c2').queryKey as readonly unknown[];
  cache.setQueryData(single, page(bea));
  setRows<Row>(cache, ['main', '/api/get_all_contacts'], 'contacts', (row) => (row.contact_id === 'c2' ? { ...row, phone: '3' } : row));
  for (const key of lists) {
    const list = cache.getQueryData<InfiniteData<unknown>>(key);
    expect(list).toEqual({ pages: [page(ann), page({ contact_id: 'c2', phone: '3' })], pageParams: [undefined, 'n'] });
  }
  expect(cache.getQueryData(single)).toEqual(page(bea));
});
