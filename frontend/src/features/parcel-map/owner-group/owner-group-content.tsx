import { Button, CloseButton, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type RefObject } from 'react';
import type { components } from '../../../api/generated/parcel-lookup';
import { reviewedParcelsQuery } from '../../../api/queries/markers';
import { grouped } from '../../../lib/format';
import { QueryFailure } from '../../../ui/query-panel';
import { SourcesLine } from '../../../ui/sources-line';
import { useFocusFromBody } from '../../../ui/use-focus-from-body';
import { useDiscarded } from '../discards/use-discarded';
import { ParcelsExport } from '../export/parcels-export';
import { OnMap } from '../on-map';
import { useAddList } from '../selection/use-add-list';
import { Directory } from './directory';
import { discardedWords, factsOf, leftOut } from './facts';
import { Members } from './members';
import classes from './owner-group.module.css';
import { OwnerParcels } from './owner-parcels';
import { ReasonBoxes } from './reason-boxes';

interface Props {
  /** Takes the focus when a discard was undone: its button is gone. */
  readonly section: RefObject<HTMLElement | null>;
  readonly llUuid: string;
  readonly projectId: string;
  readonly group: components['schemas']['OwnerGroup'];
  readonly onClose: () => void;
}

/** The owner's parcels: counts first, then each with its reason. Those of related owners are apart, and added only if chosen. */
export function OwnerGroupContent({ section, llUuid, projectId, group, onClose }: Props) {
  const { members, related } = group;
  const same = members.map(({ ll_uuid }) => ll_uuid);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const { addAll, adding } = useAddList(projectId);
  const discarded = useDiscarded(projectId, [...same, ...related.map(({ ll_uuid }) => ll_uuid)]);
  const { holding } = discarded;
  const inProject = new Set(useQuery(reviewedParcelsQuery(projectId)).data?.in_project);
  useFocusFromBody(section, [...holding].join());
  const isWhole = left.size === 0 && taken.size === 0;
  const chosen = [...same.filter((id) => !left.has(id)), ...taken].filter((id) => !holding.has(id));
  const toAdd = chosen.filter((id) => !inProject.has(id)).length;
  const omitted = [...leftOut(group), ...discardedWords(same.filter((id) => holding.has(id)).length)];
  const known = new Map([...members, ...related].map((member) => [member.ll_uuid, member]));
  const columns = {
    reason: chosen.map((id) => known.get(id)?.reason ?? null),
    confidence: chosen.map((id) => known.get(id)?.confidence ?? null),
  };

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
      {omitted.map((sentence) => (
        <Text key={sentence} size="xs" c="dimmed">
          {sentence}
        </Text>
      ))}
      <QueryFailure query={discarded.failure} sentence="The discards of the project could not be loaded. 'Add All' leaves them out." />
      <Group gap="xs">
        <Button
          size="xs"
          loading={adding}
          disabled={discarded.isPending || toAdd === 0}
          onClick={() => void addAll(isWhole ? { owner_of: llUuid } : { ll_uuids: chosen })}
        >
          Add All {grouped(toAdd)}
        </Button>
        <ParcelsExport parcels={chosen} columns={columns} />
      </Group>
      <Members
        label="Parcels of this owner"
        members={members}
        discarded={discarded}
        inProject={inProject}
        isChosen={(id) => !left.has(id)}
        onChoose={(id) => setLeft(toggled(left, id))}
      />
      {related.length > 0 && (
        <>
          <Title order={4} size="h6">
            Perhaps the same, or related: {grouped(related.length)}
          </Title>
          <ReasonBoxes
            members={related.filter(({ ll_uuid }) => !holding.has(ll_uuid))}
            isChosen={(id) => taken.has(id)}
            onChoose={(ids, take) => setTaken(take ? new Set([...taken, ...ids]) : without(taken, new Set(ids)))}
          />
          <Members
            label="Parcels of related owners"
            members={related}
            discarded={discarded}
            inProject={inProject}
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

function without(set: ReadonlySet<string>, ids: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...set].filter((id) => !ids.has(id)));
}

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}
