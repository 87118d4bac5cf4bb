import { Alert, List } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { letterVersionsQuery } from '../../api/queries/letters';
import { propertyQuery, type PropertyRef } from '../../api/queries/properties';
import { currency, notAvailable } from '../../lib/format';

/** What a saved letter lacks, by the names stored with it. */
const lacks: Readonly<Record<string, string>> = {
  purchase_price: "gives 'N/A' as the purchase price",
  contact_name: "is addressed to the default name 'John Public'",
  contact_title: "gives 'Title' as the addressee's title",
  owner_name: "gives 'Company' as the company",
  salutation: "begins with 'Dear Property Owner'",
  property_name: "calls the property 'Property Address'",
};

/** Warnings about the selected letters of intent: a price other than the current offer, and missing parts. */
export function useLetterWarnings(about: PropertyRef, files: readonly string[]): readonly string[] {
  const property = useQuery(propertyQuery(about));
  const versions = useQuery(letterVersionsQuery(about));
  const offer = property.data?.offer_value;
  const today = offer && Math.round(offer) > 0 ? currency(offer) : notAvailable;
  return (versions.data ?? []).flatMap(({ attachment, name, terms, missing }) => {
    if (!attachment || !files.includes(attachment)) return [];
    const letter = name ?? 'The letter';
    const price = terms['purchase_price'];
    const changed = property.data && price && price !== notAvailable && price !== today;
    return [
      ...(changed ? [`${letter} says ${price}; the offer is now ${today}.`] : []),
      ...missing.flatMap((what) => (lacks[what] ? [`${letter} ${lacks[what]}.`] : [])),
    ];
  });
}

/** The warnings, above the send button. */
export function LetterWarnings({ warnings }: { readonly warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <Alert color="yellow" title="Check the letter before you send it">
      <List size="sm" style={{ overflowWrap: 'anywhere' }}>
        {warnings.map((warning) => (
          <List.Item key={warning}>{warning}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
