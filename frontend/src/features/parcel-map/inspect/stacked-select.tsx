import { Select } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { parcelQuery } from '../../../api/queries/parcels';
import { acresOrUnknown } from '../../../lib/format';
import type { ParcelWithUnits } from '../api';

interface Props {
  readonly parcel: ParcelWithUnits;
  /** Identities of all parcels on the spot. */
  readonly stacked: readonly string[];
  readonly onChoose: (llUuid: string) => void;
}

/** Parcels of a stack whose records are read for their labels; a tower of condominiums has hundreds. */
const most = 20;

/** Chooses among parcels that are on one spot. */
export function StackedSelect({ parcel, stacked, onChoose }: Props) {
  const [opened, setOpened] = useState(false);
  const records = useQueries({ queries: stacked.slice(0, most).map((id) => ({ ...parcelQuery(id), enabled: opened })) });
  const labelOf = (id: string, index: number) => {
    const record = id === parcel.ll_uuid ? parcel : records[index]?.data;
    return record ? `${record.parcelnumb} · ${acresOrUnknown(record.ll_gisacre)}` : `Parcel ${index + 1}`;
  };
  return (
    <Select
      label={`${stacked.length} parcels at this location`}
      size="sm"
      allowDeselect={false}
      data={stacked.map((id, index) => ({ value: id, label: labelOf(id, index) }))}
      value={parcel.ll_uuid}
      onDropdownOpen={() => setOpened(true)}
      onChange={(id) => {
        if (id !== null) onChoose(id);
      }}
    />
  );
}
