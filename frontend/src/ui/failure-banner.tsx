import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';

interface FailureBannerProps {
  readonly sentence: string;
  readonly onRetry?: () => void;
}

/** A failure to load or save, shown in the page. */
export function FailureBanner({ sentence, onRetry }: FailureBannerProps) {
  return (
    <Alert role="alert" color="red" variant="light" icon={<IconAlertCircle aria-hidden />} mb="md" py="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{sentence}</Text>
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Group>
    </Alert>
  );
}
