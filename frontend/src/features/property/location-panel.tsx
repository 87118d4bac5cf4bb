import { Center, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { publicConfigQuery } from '../../api/queries/overview';
import type { Property } from './api';
import { Panel } from './panel';
import { SiteImage } from './site-image';
import { StreetView } from './street-view';
import classes from './property.module.css';

interface Props {
  readonly property: Property;
  /** The aerial view, passed in by the route because the map is another feature. */
  readonly aerial: ReactNode;
}

/** Location and appearance of the property: 400 px of map or images. */
export function LocationPanel({ property, aerial }: Props) {
  const image = property.image_path;
  const credit = useQuery(publicConfigQuery).data?.site_image_credit;
  return (
    <Panel title="Location">
      <Tabs defaultValue="aerial" keepMounted={false}>
        <Tabs.List mb="sm">
          <Tabs.Tab value="aerial">Aerial View</Tabs.Tab>
          <Tabs.Tab value="street">Street View</Tabs.Tab>
          <Tabs.Tab value="images">Property Images</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="aerial" className={classes.map}>
          {aerial}
        </Tabs.Panel>
        <Tabs.Panel value="street" className={classes.map}>
          <StreetView
            property={property}
            otherwise={
              <SiteImage
                path={image}
                alt={`Image of ${property.address ?? property.parcel_number}`}
                credit={credit}
                otherwise={<Nothing>No image available</Nothing>}
              />
            }
          />
        </Tabs.Panel>
        <Tabs.Panel value="images" className={classes.map}>
          {image ? (
            <div className={classes.images}>
              <SiteImage
                path={image}
                alt={`Image of ${property.address ?? property.parcel_number}`}
                credit={credit}
                otherwise={<Nothing>No images available</Nothing>}
              />
            </div>
          ) : (
            <Nothing>No images available</Nothing>
          )}
        </Tabs.Panel>
      </Tabs>
    </Panel>
  );
}

function Nothing({ children }: { readonly children: ReactNode }) {
  return (
    <Center h="100%">
      <Text c="dimmed">{children}</Text>
    </Center>
  );
}
