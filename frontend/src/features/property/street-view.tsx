import { Anchor, Center, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { streetViewQuery } from '../../api/queries/properties';
import { date } from '../../lib/format';
import type { Property } from './api';
import classes from './property.module.css';

interface Props {
  readonly property: Property;
  /** Shown if the provider has no image, or none is configured. */
  readonly otherwise: ReactNode;
}

/** A street-level image of the property, with the provider's attribution. */
export function StreetView({ property, otherwise }: Props) {
  const view = useQuery(streetViewQuery(property.lat, property.lon));
  const [broken, setBroken] = useState<string>();
  if (view.isLoading) {
    return (
      <Center h="100%">
        <Loader role="status" aria-label="Looking for a street view" />
      </Center>
    );
  }
  const shown = view.data;
  const url = shown?.image_url;
  if (!url || url === broken) return <>{otherwise}</>;
  return (
    <figure className={classes.street}>
      <img
        src={url}
        alt={`Street view near ${property.address ?? property.parcel_number}`}
        // Google restricts its key by our referrer.
        referrerPolicy="strict-origin-when-cross-origin"
        onError={() => setBroken(url)}
      />
      <figcaption>
        {shown.credit && (
          <Anchor href={shown.credit_url ?? undefined} target="_blank" rel="noreferrer" size="xs">
            {shown.credit}
          </Anchor>
        )}
        {shown.captured_at && ` · ${date(shown.captured_at)}`}
      </figcaption>
    </figure>
  );
}
