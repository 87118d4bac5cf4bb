import { queryOptions } from '@tanstack/react-query';
import { imageData } from '../image-data';
import { get } from './query';

/** What the firm and the signed-in person are called in what they send. */
export const letterheadQuery = get('main', '/api/letterhead');

/** The same with its pictures as data URLs, for a letter that may load nothing from elsewhere. */
export const letterheadWithPicturesQuery = queryOptions({
  queryKey: [...letterheadQuery.queryKey, 'with pictures'],
  queryFn: async ({ client, signal }) => {
    const answer = await client.query({ ...letterheadQuery, staleTime: 0 });
    const urls = [answer.firm.logo_url, answer.sender.signature_url];
    const [logo, signature] = await Promise.all(urls.map((url) => imageData(url, signal)));
    return { letterhead: answer, logo, signature };
  },
});
