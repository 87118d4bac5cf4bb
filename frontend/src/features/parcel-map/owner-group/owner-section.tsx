import { Button, Loader, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ownerGroupQuery } from '../../../api/queries/parcels';
import { QueryPanel } from '../../../ui/query-panel';
import { useFocusFromBody } from '../../../ui/use-focus-from-body';
import type { SectionProps } from '../inspect/sections';
import { OwnerGroupContent } from './owner-group-content';

/** Everything that the parcel's owner has, when asked for. */
export function OwnerSection({ llUuid, projectId, parcel }: SectionProps) {
  const [openFor, setOpenFor] = useState<string>();
  const open = openFor === llUuid;
  const group = useQuery({ ...ownerGroupQuery(llUuid), enabled: open });
  const section = useRef<HTMLDivElement>(null);
  // The button that opens is gone once it is open, and so is the one that closes.
  useFocusFromBody(section, `${open} ${group.isPending}`);
  // A site may have several owners; each of its parcels leads to its own.
  if (!parcel.owner || parcel.site) return null;
  return (
    <Stack ref={section} tabIndex={-1} gap="xs" component="section" aria-label="The owner's parcels" style={{ outline: 'none' }}>
      {open ? (
        <QueryPanel
          query={group}
          failure="The owner's parcels could not be found."
          pending={<Loader size="sm" role="progressbar" aria-label="Finding the owner's parcels" />}
        >
          {(found) => (
            <OwnerGroupContent
              key={llUuid}
              section={section}
              llUuid={llUuid}
              projectId={projectId}
              group={found}
              onClose={() => setOpenFor(undefined)}
            />
          )}
        </QueryPanel>
      ) : (
        <Button variant="default" size="xs" onClick={() => setOpenFor(llUuid)}>
          Everything this owner has
        </Button>
      )}
    </Stack>
  );
}
