import { Center, Loader } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { FailureBanner } from '../../ui/failure-banner';
import type { PropertyMap } from './property-map';

type Map = typeof PropertyMap;

/** A property's map, whose code is loaded when it scrolls into view. */
export function LazyPropertyMap(place: Parameters<Map>[0]) {
  const box = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  const [Map, setMap] = useState<Map>();
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    if (!box.current) return;
    const watch = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
    });
    watch.observe(box.current);
    return () => watch.disconnect();
  }, []);

  useEffect(() => {
    if (!seen || failed) return;
    let current = true;
    import('./property-map').then(
      (loaded) => current && setMap(() => loaded.PropertyMap),
      () => current && setFailed(true),
    );
    return () => {
      current = false;
    };
  }, [seen, failed]);

  if (Map) return <Map {...place} />;
  return (
    <Center h="100%" ref={box}>
      {failed ? (
        <FailureBanner sentence="The map could not be loaded." onRetry={() => setFailed(false)} />
      ) : (
        <Loader role="progressbar" aria-label="Loading the map" />
      )}
    </Center>
  );
}
