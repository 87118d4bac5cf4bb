import { Alert, Badge, Button, Group, Stack, Tabs, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import type { GrowthResult } from '../api/types';
import { Panel } from '../panel';
import { Caution } from './caution';
import { figuresOf, makingOf } from './figures';
import { LegendEntries } from './legend-entries';
import classes from './result.module.css';
import { UrbanChart } from './urban-chart';

interface Props {
  readonly result: GrowthResult;
  readonly year: number;
  /** The project's parcels with the result. */
  readonly parcels: ReactNode;
}

/** Result of a prediction: image with legend and figures, curves, parcels, files. */
export function ResultPanel({ result, year, parcels }: Props) {
  const sample = result.run.layers?.is_sample ?? false;
  return (
    <Panel
      label="Simulation result"
      title={
        <Group gap="xs" component="span">
          Result
          {sample && (
            <Badge color="yellow" variant="light">
              Sample data
            </Badge>
          )}
        </Group>
      }
      note={result.message}
      actions={<Downloads {...result.downloads} />}
    >
      {result.run.layers?.notice && (
        <Alert color="yellow" variant="light" mb="md">
          {result.run.layers.notice}
        </Alert>
      )}
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
          <Caution run={result.run} />
          <UrbanChart curves={[{ name: 'Urban area', result }]} year={year} />
        </Tabs.Panel>
        <Tabs.Panel value="parcels">
          <Stack gap="sm">
            <Caution run={result.run} />
            {parcels}
          </Stack>
        </Tabs.Panel>
      </Tabs>
      <Text size="xs" c="dimmed" mt="md">
        {sample && 'Based on sample layers that only resemble the region. Do not base decisions on it. '}
        {result.run.layers?.attribution.join(' · ')}
      </Text>
    </Panel>
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
  const layers = result.run.layers;
  return (
    <div className={classes.picture}>
      <img
        className={classes.image}
        src={result.picture}
        width={layers?.cols}
        height={layers?.rows}
        alt={`Map of the ${layers?.name ?? 'area'}: urban area in ${result.start_year}, and in how many runs land is urban by ${result.stop_year}`}
      />
      <div className={classes.numbers}>
        <Caution run={result.run} />
        <Figures label="Figures" figures={figuresOf(result)} />
        <Text size="xs" c="dimmed">
          The spread is the random variation between runs with the same coefficients (standard deviation). It is not the error of a
          forecast.
        </Text>
      </div>
      <div className={classes.numbers}>
        <Text size="sm" fw={600}>
          Urban by {result.stop_year}, share of runs
        </Text>
        <LegendEntries legend={result.legend} label="Legend of the image" size="sm" />
        <Text size="sm" fw={600} mt="sm">
          Made with
        </Text>
        <Figures label="Layers and coefficients" figures={makingOf(result)} />
        {layers?.missing.map((lack) => (
          <Text key={lack} size="sm">
            {lack}
          </Text>
        ))}
      </div>
    </div>
  );
}

function Figures({ label, figures }: { readonly label: string; readonly figures: ReturnType<typeof figuresOf> }) {
  return (
    <dl className={classes.figures} aria-label={label}>
      {figures.map(({ name, value }) => (
        <Fragment key={name}>
          <Text size="sm" c="dimmed" component="dt">
            {name}
          </Text>
          <Text size="sm" ta="right" component="dd" className="tabular">
            {value}
          </Text>
        </Fragment>
      ))}
    </dl>
  );
}
