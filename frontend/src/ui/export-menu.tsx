import { Button, Menu, type ButtonProps } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { fileFormats, type FileFormat } from './file-formats';

interface ExportMenuProps<F extends string> {
  /** What is exported, such as '3 contacts', for screen readers. */
  readonly what: string;
  readonly look?: Pick<ButtonProps, 'size' | 'variant'>;
  readonly loading: boolean;
  /** Formats besides CSV and XLSX. */
  readonly further?: readonly { readonly format: F; readonly label: string }[] | undefined;
  readonly onExport: (format: FileFormat | F) => void;
}

/** The 'Export' button, which asks for the format. */
export function ExportMenu<F extends string = never>({ what, look, loading, further = [], onExport }: ExportMenuProps<F>) {
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
        {[...fileFormats, ...further].map(({ format, label }) => (
          <Menu.Item key={format} onClick={() => onExport(format)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
