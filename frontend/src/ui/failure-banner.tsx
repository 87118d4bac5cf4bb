import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';

interface FailureBannerProps {
  readonly title?: string | undefined;
  readonly sentence: string;
  readonly onRetry?: () => void;
  /** A retry is in progress. */
  readonly retrying?: boolean;
}

/** A failure to load or save, shown in the page. */
export function FailureBanner({ title, sentence, onRetry, retrying = false }: FailureBannerProps) {
  return (
    <Alert role="alert" color="red" variant="light" title={title} icon={<IconAlertCircle aria-hidden />} mb="md" py="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{sentence}</Text>
        {onRetry && (
          <Button size="xs" variant="default" loading={retrying} onClick={onRetry}>
            Try again
          </Button>
        )}
      </Group>
    </Alert>
  );
}
