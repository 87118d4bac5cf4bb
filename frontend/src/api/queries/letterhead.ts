import { queryOptions } from '@tanstack/react-query';
import { imageData } from '../image-data';
import { get } from './query';

/** The letterhead: how letters and messages name the firm and the sender. */
export const letterheadQuery = get('main', '/api/letterhead');

/** The same with images as data URLs, for a letter that must not load anything. */
export const letterheadWithPicturesQuery = queryOptions({
  queryKey: [...letterheadQuery.queryKey, 'with pictures'],
  queryFn: async ({ client, signal }) => {
    const answer = await client.query({ ...letterheadQuery, staleTime: 0 });
    const urls = [answer.firm.logo_url, answer.sender.signature_url];
    const [logo, signature] = await Promise.all(urls.map((url) => imageData(url, signal)));
    return { letterhead: answer, logo, signature };
  },
});
