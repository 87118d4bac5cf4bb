import { Button, Menu, type ButtonProps } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { fileFormats, type FileFormat } from './file-formats';

interface ExportMenuProps {
  /** What is exported, such as '3 contacts', for screen readers. */
  readonly what: string;
  readonly look?: Pick<ButtonProps, 'size' | 'variant'>;
  readonly loading: boolean;
  readonly onExport: (format: FileFormat) => void;
}

/** The 'Export' button, which asks for the format. */
export function ExportMenu({ what, look, loading, onExport }: ExportMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          {...look}
          loading={loading}
          aria-label={`Export ${what}`}
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {fileFormats.map(({ format, label }) => (
          <Menu.Item key={format} onClick={() => onExport(format)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
