import { Button, Menu, type ButtonProps } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { formats, type Format, type tableFormats } from './formats';

interface Props {
  readonly size?: ButtonProps['size'];
  readonly disabled?: boolean;
  readonly loading?: boolean;
  /** All formats without it. */
  readonly offered?: typeof formats | typeof tableFormats;
  readonly onExport: (format: Format) => void;
}

/** Saves a list of parcels as a file. */
export function ExportMenu({ size = 'sm', disabled = false, loading = false, offered = formats, onExport }: Props) {
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <Button size={size} variant="default" disabled={disabled} loading={loading} leftSection={<IconDownload size={16} aria-hidden />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {offered.map(({ format, label }) => (
          <Menu.Item key={format} onClick={() => onExport(format)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
