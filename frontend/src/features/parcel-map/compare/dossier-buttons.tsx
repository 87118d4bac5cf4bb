import { Button, Group } from '@mantine/core';
import { IconFileTypePdf, IconTable } from '@tabler/icons-react';
import { useDossier, type DossierFormat, type DossierRequest } from './api';

const files = [
  { format: 'pdf', label: 'Dossier PDF', Icon: IconFileTypePdf },
  { format: 'xlsx', label: 'Dossier XLSX', Icon: IconTable },
] as const satisfies readonly { readonly format: DossierFormat; readonly label: string; readonly Icon: unknown }[];

/** Saves a dossier of sites. */
export function DossierButtons({ request }: { readonly request: DossierRequest }) {
  const { making, make } = useDossier();
  return (
    <Group gap="xs">
      {files.map(({ format, label, Icon }) => (
        <Button
          key={format}
          size="xs"
          variant="default"
          leftSection={<Icon size={16} aria-hidden />}
          disabled={request.sites.length === 0 || (making !== undefined && making !== format)}
          loading={making === format}
          onClick={() => make({ request, format })}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}
