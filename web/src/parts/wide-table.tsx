// A table that is scrolled sideways where it does not fit, also by keyboard.
import { ScrollArea, Table } from '@mantine/core';
import type { ReactNode } from 'react';

export const WideTable = ({
  label,
  heads,
  minWidth,
  children,
}: {
  label: string;
  heads: readonly string[];
  /** In pixels. */
  minWidth?: number;
  /** Its rows. */
  children: ReactNode;
}) => (
  <ScrollArea viewportProps={{ tabIndex: 0, 'aria-label': label, role: 'group' }}>
    <Table {...(minWidth === undefined ? {} : { miw: minWidth })} horizontalSpacing="md">
      <Table.Thead>
        <Table.Tr>
          {heads.map((head) => (
            <Table.Th key={head} scope="col">
              {head}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
    </Table>
  </ScrollArea>
);
