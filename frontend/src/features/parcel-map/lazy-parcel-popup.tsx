import { lazy, Suspense, type ComponentProps } from 'react';
import type * as popups from './parcel-popup';

const load = () => import('./parcel-popup');
const Review = lazy(() => load().then((loaded) => ({ default: loaded.ParcelReview })));
const Details = lazy(() => load().then((loaded) => ({ default: loaded.ParcelDetails })));
const Nothing = lazy(() => load().then((loaded) => ({ default: loaded.NothingFound })));

/** The popups of parcels, loaded when the first one opens. */
export function LazyReview(props: ComponentProps<typeof popups.ParcelReview>) {
  return (
    <Suspense fallback={null}>
      <Review {...props} />
    </Suspense>
  );
}

export function LazyDetails(props: ComponentProps<typeof popups.ParcelDetails>) {
  return (
    <Suspense fallback={null}>
      <Details {...props} />
    </Suspense>
  );
}

export function LazyNothingFound(props: ComponentProps<typeof popups.NothingFound>) {
  return (
    <Suspense fallback={null}>
      <Nothing {...props} />
    </Suspense>
  );
}
