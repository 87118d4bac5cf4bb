import { describe, expect, it } from 'vitest';
import { workOf, type DealOfParcel } from './owner-work';

const found: DealOfParcel = {
  ll_uuid: '',
  property_id: 'p',
  parcel_number: '1',
  stage_id: 's',
  stage_name: 'Found',
  kind: 'open',
  since: '2026-11-01T00:00:00Z',
  contacted: false,
  declined: false,
  drop_reason: null,
  offer: null,
  counter: null,
};
const deal = (ll_uuid: string, more: Partial<DealOfParcel> = {}): DealOfParcel => ({ ...found, ll_uuid, ...more });
const signed = { stage_name: 'Under contract', kind: 'won', contacted: true } as const;
const owners = [{ ll_uuids: ['a', 'b'] }, { ll_uuids: ['c'] }, { ll_uuids: ['d'] }];

describe('the work on the owners of a site', () => {
  it('has the stage of each, with what is not in the project', () => {
    const stages = workOf(owners, [deal('a', { stage_name: 'Countered' }), deal('c')]).map(({ stage }) => stage);
    expect(stages).toEqual(['Countered (1), not in the project (1)', 'Found', 'Not in the project']);
  });

  it('adds up the last offers and counters of each', () => {
    const offer = (amount: number, at: string) => ({ amount, at });
    const deals = [
      deal('a', { offer: offer(100_000, '2026-11-02T12:00:00Z'), counter: offer(150_000, '2026-11-09T12:00:00Z') }),
      deal('b', { offer: offer(50_000, '2026-11-05T12:00:00Z') }),
      deal('c', { offer: offer(75_000, '2026-11-03T12:00:00Z') }),
    ];
    expect(workOf(owners, deals).map(({ offers }) => offers)).toEqual([
      ['Offer $150,000 for 2 of 2 parcels, Nov 5, 2026', 'Counter $150,000 for 1 of 2 parcels, Nov 9, 2026'],
      ['Offer $75,000, Nov 3, 2026'],
      [],
    ]);
  });

  it('tells hold-outs: dropped, declined, or not contacted while another one is under contract', () => {
    const holdOuts = (deals: readonly DealOfParcel[]) => workOf(owners, deals).map(({ holdOut }) => holdOut);
    expect(holdOuts([deal('a'), deal('c')])).toEqual([undefined, undefined, undefined]);
    expect(holdOuts([deal('a', signed), deal('b', signed), deal('c', { contacted: true })])).toEqual([
      undefined,
      undefined,
      'Not contacted while another owner is under contract',
    ]);
    expect(
      holdOuts([
        deal('b', { kind: 'lost', stage_name: 'Dropped', drop_reason: 'Will not sell' }),
        deal('c', { declined: true, contacted: true }),
        deal('d', { kind: 'lost', stage_name: 'Dropped' }),
      ]),
    ).toEqual(['Dropped: Will not sell', 'Declined the last letter', 'Dropped']);
    // Who signed after declining an earlier letter holds nothing out.
    expect(holdOuts([deal('c', { ...signed, declined: true })])[1]).toBeUndefined();
  });
});
