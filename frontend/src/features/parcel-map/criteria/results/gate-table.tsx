import { Table, Text } from '@mantine/core';
import { grouped } from '../../../../lib/format';
import { factLabel, gateWords } from '../facts';
import type { SearchRun } from '../types';
import classes from './results.module.css';

/** What each requirement did to the parcels of the area. */
export function GateTable({ run: { gates, criteria } }: { readonly run: SearchRun }) {
  return (
    <Table.ScrollContainer
      minWidth={320}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': 'Requirements' } }}
    >
      <Table fz="xs" verticalSpacing={4} horizontalSpacing={6} className={classes.table ?? ''} aria-label="What the requirements did">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Requirement</Table.Th>
            <Table.Th ta="right">Fail</Table.Th>
            <Table.Th ta="right">Only this</Table.Th>
            <Table.Th ta="right">Near miss</Table.Th>
            <Table.Th ta="right">Unknown</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {gates.map(({ index, fails, fails_alone, near_miss, unknown }) => {
            const gate = criteria.gates[index];
            return (
              <Table.Tr key={index}>
                <Table.Th scope="row" fw={400}>
                  {gate ? factLabel(gate.fact) : ''}
                  <Text span size="xs" c="dimmed" display="block">
                    {gate ? gateWords(gate) : ''}
                  </Text>
                </Table.Th>
                {[fails, fails_alone, near_miss, unknown].map((count, column) => (
                  <Table.Td key={`column ${column}`} ta="right" className="tabular">
                    {grouped(count)}
                  </Table.Td>
                ))}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
