import { Badge, Button, Group, Paper, Stack, Tabs, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from '../growth.module.css';
import type { GrowthResult } from '../api/types';
import { UrbanChart } from './urban-chart';

const figure = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

interface Props {
  readonly result: GrowthResult;
  readonly year: number;
  /** The project's parcels, joined with the result. */
  readonly parcels: ReactNode;
}

/** What came of a prediction: the picture with its legend and figures, curves, parcels, files. */
export function ResultPanel({ result, year, parcels }: Props) {
  const sample = result.run.layers?.is_sample ?? false;
  return (
    <Paper withBorder p="md" mt="md" component="section" aria-label="Simulation result">
      <Group justify="space-between" mb="sm">
        <Group gap="xs">
          <Title order={2} size="h4">
            Result
          </Title>
          {sample && (
            <Badge color="yellow" variant="light">
              Sample data
            </Badge>
          )}
        </Group>
        <Downloads {...result.downloads} />
      </Group>
      <Text size="sm" mb="sm">
        {result.message}
      </Text>
      <Tabs defaultValue="picture" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="picture">Picture</Tabs.Tab>
          <Tabs.Tab value="curves">Curves</Tabs.Tab>
          <Tabs.Tab value="parcels">Parcels</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="picture">
          <Picture result={result} />
        </Tabs.Panel>
        <Tabs.Panel value="curves">
          <UrbanChart curves={[{ name: 'Urban area', years: result.years }]} year={year} />
        </Tabs.Panel>
        <Tabs.Panel value="parcels">{parcels}</Tabs.Panel>
      </Tabs>
      <Text size="xs" c="dimmed" mt="md">
        {sample && 'Made on sample layers that only resemble the region. Do not base decisions on it. '}
        {result.run.layers?.attribution.join(' · ')}
      </Text>
    </Paper>
  );
}

function Downloads({ png, geotiff, csv }: GrowthResult['downloads']) {
  return (
    <Group gap="xs" role="group" aria-label="Downloads">
      {[
        { name: 'PNG', href: png },
        { name: 'GeoTIFF', href: geotiff },
        { name: 'CSV', href: csv },
      ].map(({ name, href }) => (
        <Button
          key={name}
          component="a"
          href={href}
          download
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} aria-hidden />}
        >
          {name}
        </Button>
      ))}
    </Group>
  );
}

function Picture({ result }: { readonly result: GrowthResult }) {
  const last = result.years.at(-1);
  const before = last ? last.urban_km2 - last.growth_km2 : 0;
  return (
    <div className={classes.result}>
      <img
        className={classes.picture}
        src={result.picture}
        alt={`Map of the ${result.run.layers?.name ?? 'area'}: urban area in ${result.start_year} and the chance of growth until ${result.stop_year}`}
      />
      <Stack gap="md">
        <Stack gap={6} component="ul" m={0} p={0} className={classes.plain ?? ''} aria-label="Legend of the picture">
          <Text size="sm" fw={600} component="li">
            Chance of being urban by {result.stop_year}
          </Text>
          {result.legend.map(({ label, colour }) => (
            <Group key={label} gap="xs" component="li" wrap="nowrap">
              <span className={classes.swatch} style={{ background: colour }} aria-hidden />
              <Text size="sm">{label}</Text>
            </Group>
          ))}
        </Stack>
        <Stack gap={4} component="dl" m={0}>
          <Figure name={`Urban area ${result.start_year}`} value={`${figure.format(before)} km²`} />
          {last && (
            <Figure name={`Urban area ${last.year}`} value={`${figure.format(last.urban_km2)} ± ${last.urban_km2_sd.toFixed(1)} km²`} />
          )}
          {last && before > 0 && <Figure name="Growth" value={`${((100 * last.growth_km2) / before).toFixed(1)} %`} />}
          <Figure name="Area" value={`${figure.format(result.run.area_km2)} km²`} />
          <Figure name="Runs" value={String(result.run.iterations)} />
          <Figure name="Simulation time" value={`${result.simulation_time.toFixed(1)} s`} />
        </Stack>
      </Stack>
    </div>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" c="dimmed" component="dt">
        {name}
      </Text>
      <Text size="sm" component="dd" m={0} className={classes.number ?? ''}>
        {value}
      </Text>
    </Group>
  );
}
