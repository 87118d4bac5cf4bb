import { Button, Group, Select, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Polygon } from 'geojson';
import { useState, type ReactNode } from 'react';
import { sentenceOf } from '../../api/client';
import { countySalesQuery } from '../../api/queries/county-sales';
import { dayOf } from '../../lib/days';
import { calendarDay, currency, date } from '../../lib/format';
import { useClassNames } from '../../lib/use-classes';
import { useNotice } from '../../ui/dialogs';
import { QueryPanel } from '../../ui/query-panel';
import { useSaveComp } from './api';
import classes from './comps.module.css';
import { compOf, latestFirst, type CountySale } from './county-sale';

/** The property, and where it is. */
export interface Place {
  readonly ll_uuid: string;
  readonly lon: number;
  readonly lat: number;
}

/** Draws the map on which an area is drawn, passed in by the route because the map is another feature. */
export type AreaMap = (of: {
  readonly area: Polygon | undefined;
  readonly onDrawn: (area: Polygon) => void;
  readonly onDrawing: (drawing: boolean) => void;
}) => ReactNode;

interface Props {
  readonly place: Place;
  readonly areaMap: AreaMap;
  /** Whether an area is being drawn. */
  readonly onDrawing: (drawing: boolean) => void;
  /** Parcels that the set has. */
  readonly taken: readonly string[];
  /** Resolves to whether it was added. */
  readonly onAdd: (compId: string) => Promise<boolean>;
}

const drawn = 'drawn';
const reaches = [
  ...['0.25', '0.5', '1', '2', '5'].map((miles) => ({ value: miles, label: miles === '1' ? '1 mile' : `${miles} miles` })),
  { value: drawn, label: 'A drawn area' },
];
/** What is sold: land of public bodies hardly is. */
const useClasses = Object.entries(useClassNames)
  .filter(([value]) => value !== 'public' && value !== 'other')
  .map(([value, label]) => ({ value, label }));

/** Three years ago: older sales say little. */
function threeYearsAgo(): string {
  const day = new Date();
  return dayOf(day.setFullYear(day.getFullYear() - 3));
}

/** Sales around the property whose prices a county states. */
export function CountySales({ place, areaMap, onDrawing, taken, onAdd }: Props) {
  const [reach, setReach] = useState('1');
  const [area, setArea] = useState<Polygon>();
  const [since, setSince] = useState(threeYearsAgo);
  const [useClass, setUseClass] = useState<string | null>(null);
  const { lon, lat } = place;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(since);
  const inArea = reach === drawn;
  const where = inArea ? (area ? { area } : undefined) : { lon, lat, miles: Number(reach) };
  const found = useQuery({
    ...countySalesQuery({ place: where ?? { lon, lat, miles: 0 }, since, useClass: useClass ?? undefined }),
    enabled: isDay && where !== undefined,
  });
  const save = useSaveComp();
  const notice = useNotice();

  async function add(sale: CountySale): Promise<void> {
    try {
      const comp = await save.mutateAsync(compOf(sale));
      if (await onAdd(comp.comp_id)) notice.success('The sale was added.');
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The sale could not be added. Please try again.'));
    }
  }

  return (
    <Stack>
      <div className={classes.fields}>
        <Select
          label="Within"
          data={reaches}
          allowDeselect={false}
          data-autofocus
          value={reach}
          onChange={(value) => setReach(value ?? '1')}
        />
        <TextInput
          label="Sold since"
          type="date"
          value={since}
          error={isDay ? undefined : 'Enter a day.'}
          onChange={(event) => setSince(event.currentTarget.value)}
        />
        <Select label="Use" placeholder="All uses" clearable data={useClasses} value={useClass} onChange={setUseClass} />
      </div>
      {inArea && areaMap({ area, onDrawn: setArea, onDrawing })}
      {isDay && where && (
        <QueryPanel query={found} failure={sentenceOf(found.error, 'The county sales could not be loaded.')} pending={<Skeleton h={120} />}>
          {({ features, links }) => {
            const sales = latestFirst(features.map(({ properties }) => properties)).filter(({ ll_uuid }) => ll_uuid !== place.ll_uuid);
            return (
              <>
                {links.some(({ rel }) => rel === 'next') && (
                  <Text size="sm">
                    There are more sales than the 200 that were read. Choose a smaller {inArea ? 'area' : 'distance'} or a later day.
                  </Text>
                )}
                {sales.length === 0 && (
                  <Text size="sm" c="dimmed">
                    No sales with prices here. Many counties do not publish prices.
                  </Text>
                )}
                <ul className={classes.list} aria-label="County sales">
                  {sales.map((sale) => (
                    <SaleLine
                      key={sale.ll_uuid}
                      sale={sale}
                      taken={taken.includes(sale.ll_uuid)}
                      busy={save.isPending}
                      onAdd={() => void add(sale)}
                    />
                  ))}
                </ul>
              </>
            );
          }}
        </QueryPanel>
      )}
    </Stack>
  );
}

interface LineProps {
  readonly sale: CountySale;
  readonly taken: boolean;
  readonly busy: boolean;
  readonly onAdd: () => void;
}

function SaleLine({ sale, taken, busy, onAdd }: LineProps) {
  const name = sale.address ?? sale.parcelnumb;
  const size = [sale.ll_gisacre && `${sale.ll_gisacre.toFixed(2)} ac`, sale.sqft && `${sale.sqft.toLocaleString('en-US')} S.F.`];
  return (
    <li className={classes.item}>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      <Text size="sm" className="tabular">
        Sold {calendarDay(sale.saledate ?? '')} for {currency(sale.saleprice)}
        {size.map((each) => each && `, ${each}`)}
        {sale.use_class && `, ${useClassNames[sale.use_class] ?? sale.use_class}`}
      </Text>
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed">
          {[sale.source, date(sale.fetched_at), sale.source_licence].filter(Boolean).join(', ')}
        </Text>
        <Button size="compact-xs" variant="default" disabled={taken || busy} aria-label={`Add as comp: ${name}`} onClick={onAdd}>
          {taken ? 'Added' : 'Add as comp'}
        </Button>
      </Group>
    </li>
  );
}
