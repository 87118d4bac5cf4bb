import { Button, Menu, type ButtonProps } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { formats, type Format } from './formats';

interface Props {
  readonly size?: ButtonProps['size'];
  readonly disabled?: boolean;
  readonly loading?: boolean;
  /** 'Export' without it. */
  readonly label?: string;
  readonly onExport: (format: Format) => void;
}

/** Saves a list of parcels as a file. */
export function ExportMenu({ label = 'Export', size = 'sm', disabled = false, loading = false, onExport }: Props) {
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <Button size={size} variant="default" disabled={disabled} loading={loading} leftSection={<IconDownload size={16} aria-hidden />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map(({ format, label: name }) => (
          <Menu.Item key={format} onClick={() => onExport(format)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
