import { Anchor, Badge, Button, Group, Text, Title } from '@mantine/core';
import { useDocumentTitle, useTimeout } from '@mantine/hooks';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { parcelQuery } from '../../api/queries/parcels';
import { projectQuery } from '../../api/queries/projects';
import { propertyQuery, StillArriving, type PropertyRef } from '../../api/queries/properties';
import { paths } from '../../lib/paths';
import { chooseProjectTab } from '../../lib/project-tabs';
import { RetiredNote } from '../../ui/retired-note';
import { SourceLine } from '../../ui/source-line';
import { useUnsaved } from '../../ui/unsaved';
import { useSaveValues, type Property } from './api';
import { AttachmentsPanel } from './attachments-panel';
import { DetailsPanel, SiteSpecificsPanel } from './facts-panels';
import { LocationPanel } from './location-panel';
import { LookUpAgain } from './look-up-again';
import { amount, type OfferDraft } from './offer';
import { OverviewPanel } from './overview-panel';
import { OwnershipPanel } from './ownership-panel';
import { Panel } from './panel';
import classes from './property.module.css';
import { SiteLine } from './site-line';
import { ValuationPanel } from './valuation-panel';

interface Props {
  readonly propertyKey: PropertyRef;
  readonly aerial: (property: Property) => ReactNode;
  /** The property's deals, passed in by the route because the pipeline is another feature. */
  readonly deals: (property: Property) => ReactNode;
  /** Its comparable sales, which are another feature too. */
  readonly comps: (property: Property) => ReactNode;
  /** How its parcel stands in a search of the project, likewise. */
  readonly standing: (property: Property) => ReactNode;
  /** Its incomes, likewise. */
  readonly income: (property: Property) => ReactNode;
  readonly onCreateLoi: () => void;
}

/** 'Property Details': all data and actions of a property. */
export function PropertyScreen({ propertyKey, aerial, deals, comps, standing, income, onCreateLoi }: Props) {
  const { data: property } = useSuspenseQuery(propertyQuery(propertyKey));
  useDocumentTitle(`${property.address ?? 'Property Details'} · Sitewright`);
  // What only the published record says. If it cannot be read, the page is complete without.
  const { data: county } = useQuery(parcelQuery(property.ll_uuid));
  const [offerDraft, setOfferDraft] = useState<OfferDraft>();
  const save = useSaveValues(propertyKey);
  const typed = offerDraft && amount(offerDraft.offer);
  const explained = offerDraft !== undefined && offerDraft.reason.trim() !== '';
  const offerEdit = useUnsaved(explained || (typed !== undefined && typed !== (property.offer_value ?? null)));

  async function createLoi(): Promise<void> {
    const offer = amount(offerDraft?.offer ?? property.offer_value ?? '');
    // Saved before leaving if it is numeric; a failure is only logged, and the letter opens anyway.
    if (typeof offer === 'number') {
      const changes = { values: [['offer_value', offer]] as const, reason: offerDraft?.reason ?? '' };
      await save.mutateAsync(changes).catch((reason: unknown) => {
        console.error('The offer value could not be saved.', reason);
      });
    }
    offerEdit.saved();
    onCreateLoi();
  }

  return (
    <div className={classes.page}>
      <Heading projectId={propertyKey.projectId} property={property} standing={standing(property)}>
        <Button onClick={() => void createLoi()} loading={save.isPending}>
          Create LOI
        </Button>
      </Heading>
      <RetiredNote parcel={county} />
      <div className={classes.grid}>
        <div className={classes.column}>
          <OverviewPanel property={property} propertyKey={propertyKey} county={county} />
          <ValuationPanel property={property} propertyKey={propertyKey} county={county} onOfferDraft={setOfferDraft} />
          <Panel title="Comparable sales">{comps(property)}</Panel>
          <Panel title="Income">{income(property)}</Panel>
          <LocationPanel property={property} aerial={aerial(property)} />
          <AttachmentsPanel property={property} propertyKey={propertyKey} />
        </div>
        <div className={classes.column}>
          <OwnershipPanel property={property} propertyKey={propertyKey} county={county} />
          <Panel title="Deal">{deals(property)}</Panel>
          <DetailsPanel property={property} county={county} />
          <SiteSpecificsPanel property={property} county={county} />
        </div>
      </div>
    </div>
  );
}

/** The page without its property: while it is loading, or if it cannot be shown. */
export function PropertyFrame({ projectId, children }: { readonly projectId: string | null; readonly children: ReactNode }) {
  useDocumentTitle('Property Details · Sitewright');
  return (
    <div className={classes.page}>
      <Heading projectId={projectId} />
      {children}
    </div>
  );
}

/** 'Loading...', and after two seconds the reason for the delay. */
export function PropertyWaiting({ propertyKey }: { readonly propertyKey: PropertyRef }) {
  const { failureReason } = useQuery(propertyQuery(propertyKey));
  const [long, setLong] = useState(false);
  useTimeout(() => setLong(true), 2_000, { autoInvoke: true });
  return <Text>{failureReason instanceof StillArriving && long ? 'Still arriving...' : 'Loading...'}</Text>;
}

/** Street, city and zip on one line. */
function addressOf({ address, city, zip }: Property): string {
  return [address, [city, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}

interface HeadingProps {
  readonly projectId: PropertyRef['projectId'];
  readonly property?: Property;
  readonly standing?: ReactNode;
  readonly children?: ReactNode;
}

function Heading({ projectId, property, standing, children }: HeadingProps) {
  const address = property && addressOf(property);
  const project = useQuery({ ...projectQuery(projectId ?? ''), enabled: projectId !== null });
  return (
    <Group justify="space-between" mb="md">
      <div style={{ minWidth: 0 }}>
        <Anchor
          component={Link}
          to={projectId ? paths.project(projectId, project.data?.project_name) : paths.projects}
          onClick={() => chooseProjectTab('properties')}
          size="sm"
          className={classes.back ?? ''}
        >
          Back to List
        </Anchor>
        <div className={classes.heading}>
          <Title order={1} size="h2">
            Property Details
          </Title>
          {address && <span className={classes.address}>{address}</span>}
          {property?.is_sample && (
            <Badge variant="light" color="gray">
              Sample data
            </Badge>
          )}
        </div>
        {property && <SiteLine members={property.members} />}
        {property && <SourceLine of={property} />}
        {property && <LookUpAgain property={property} projectId={projectId} />}
        {standing}
      </div>
      {children}
    </Group>
  );
}
