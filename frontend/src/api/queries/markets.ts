/** The places for projects. They do not change while the app is open. */
import { queryOptions } from '@tanstack/react-query';
import { get } from './query';

export const statesQuery = queryOptions({ ...get('main', '/api/states'), staleTime: Infinity });

export const countiesQuery = (state: string) =>
  queryOptions({ ...get('main', '/api/counties', { state }), staleTime: Infinity, select: (answer) => answer.counties });

export const marketsQuery = (state: string) =>
  queryOptions({ ...get('main', '/api/markets', { state }), staleTime: Infinity, select: (answer) => answer.markets });

export const submarketsQuery = (market: number) =>
  queryOptions({ ...get('main', '/api/submarkets', { mkt_id: market }), staleTime: Infinity, select: (answer) => answer.submarkets });
