import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen';
import { SiteLine } from './site-line';

const member = (parcelnumb: string) => ({ ll_uuid: parcelnumb, parcelnumb });

it('names all parcels of a site', () => {
  renderScreen(<SiteLine members={['001', '002', '003'].map(member)} />);
  expect(screen.getByText('Site of 3 parcels: 001, 002 and 003')).toBeVisible();
});

it('says nothing of a single parcel', () => {
  renderScreen(<SiteLine members={[]} />);
  expect(screen.queryByText(/Site of/)).toBeNull();
});
