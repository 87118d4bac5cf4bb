import { Button, CloseButton, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { grouped } from '../../../lib/format';
import { SourcesLine } from '../../../ui/sources-line';
import { ParcelsExport } from '../export/parcels-export';
import { OnMap } from '../on-map';
import { Directory } from './directory';
import { factsOf, leftOut } from './facts';
import { Members } from './members';
import classes from './owner-group.module.css';
import { OwnerParcels } from './owner-parcels';
import { useAddGroup, type OwnerGroup } from './use-add-group';

interface Props {
  readonly llUuid: string;
  readonly projectId: string;
  readonly group: OwnerGroup;
  readonly onClose: () => void;
}

/** The owner's parcels: counts first, then each with its reason. Those of related owners are apart, and added only if chosen. */
export function OwnerGroupContent({ llUuid, projectId, group, onClose }: Props) {
  const { members, related } = group;
  const same = members.map(({ ll_uuid }) => ll_uuid);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const { addAll, adding } = useAddGroup(projectId);
  const isWhole = left.size === 0 && taken.size === 0;
  const chosen = [...same.filter((id) => !left.has(id)), ...taken];

  return (
    <>
      <Group justify="space-between" wrap="nowrap">
        <Title order={3} size="h6" aria-live="polite">
          {counted(group.count)}
          {group.truncated && ' or more'}
        </Title>
        <CloseButton size="sm" aria-label="Close the owner's parcels" onClick={onClose} />
      </Group>
      <dl className={classes.facts}>
        {factsOf(group).map(([label, value]) => (
          <div key={label} className={classes.fact}>
            <Text component="dt" size="sm" c="dimmed">
              {label}
            </Text>
            <Text component="dd" size="sm" className="tabular">
              {value}
            </Text>
          </div>
        ))}
      </dl>
      {leftOut(group).map((sentence) => (
        <Text key={sentence} size="xs" c="dimmed">
          {sentence}
        </Text>
      ))}
      <Group gap="xs">
        <Button
          size="xs"
          loading={adding}
          disabled={chosen.length === 0}
          onClick={() => void addAll(isWhole ? { owner_of: llUuid } : { ll_uuids: chosen })}
        >
          Add All {grouped(chosen.length)}
        </Button>
        <ParcelsExport parcels={chosen} />
      </Group>
      <Members
        label="Parcels of this owner"
        members={members}
        isChosen={(id) => !left.has(id)}
        onChoose={(id) => setLeft(toggled(left, id))}
      />
      {related.length > 0 && (
        <>
          <Title order={4} size="h6">
            Perhaps the same, or related: {grouped(related.length)}
          </Title>
          <Members
            label="Parcels of related owners"
            members={related}
            isChosen={(id) => taken.has(id)}
            onChoose={(id) => setTaken(toggled(taken, id))}
          />
        </>
      )}
      <SourcesLine of={group.sources} />
      {group.owner && <Directory owner={group.owner} />}
      <OnMap>
        <OwnerParcels same={members} related={related} />
      </OnMap>
    </>
  );
}

function counted(count: number): string {
  return count === 1 ? '1 parcel of this owner' : `${grouped(count)} parcels of this owner`;
}

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}
