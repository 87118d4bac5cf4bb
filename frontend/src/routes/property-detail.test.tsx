import { screen } from '@testing-library/react';
import { Route, Routes, useLocation } from 'react-router';
import { expect, it } from 'vitest';
import { renderScreen } from '../testing/render-screen';
import PropertyDetailLink from './property-detail';

function Where() {
  const { pathname, search } = useLocation();
  return <p>{pathname + search}</p>;
}

it.each([
  ['?project_id=p1&email=a%40b.c&parcel_number=041%2002%2F3', '/property/041%2002%2F3?project_id=p1&email=a%40b.c'],
  ['?parcel_number=7', '/property/7'],
  ['?project_id=p1&email=a%40b.c', '/project?project_id=p1'],
  ['', '/projects'],
])('a page link with "%s" leads to %s', (query, address) => {
  renderScreen(
    <Routes>
      <Route path="/property_detail" element={<PropertyDetailLink />} />
      <Route path="*" element={<Where />} />
    </Routes>,
    `/property_detail${query}`,
  );
  expect(screen.getByText(address)).toBeInTheDocument();
});
