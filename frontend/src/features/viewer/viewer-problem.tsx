/** Explains why a file cannot be shown, with possible actions. */
import { Alert, Button, Group } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ViewerError } from './attachment';
import classes from './viewer.module.css';

interface ViewerProblemProps {
  problem: ViewerError;
  url: string;
  onRetry: () => void;
}

export function ViewerProblem({ problem, url, onRetry }: ViewerProblemProps) {
  return (
    <div className={classes['desk']}>
      <Alert color="red" variant="light" icon={<IconAlertCircle />} maw={560} mx="auto" title={problem.message}>
        <Group mt="xs">
          {problem.canRetry && (
            <Button variant="default" onClick={onRetry}>
              Try again
            </Button>
          )}
          {problem.canDownload && (
            <Button variant="default" component="a" href={url} download>
              Download
            </Button>
          )}
        </Group>
      </Alert>
    </div>
  );
}
