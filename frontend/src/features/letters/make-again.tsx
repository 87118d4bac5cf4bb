import { Button } from '@mantine/core';
import { sentenceOf } from '../../api/client';
import { useNotice } from '../../ui/dialogs';
import { useMakePdfsAgain } from './api';

interface MakeAgainProps {
  readonly jobId: string;
  /** Only this letter's PDF; otherwise all of the job that could not be made. */
  readonly letterId?: string;
}

/** Starts the making of PDFs again that was given up. */
export function MakeAgain({ jobId, letterId }: MakeAgainProps) {
  const make = useMakePdfsAgain(jobId);
  const notice = useNotice();
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={make.isPending}
      onClick={() =>
        make.mutate(letterId, {
          onError: (reason) => notice.alert(sentenceOf(reason, 'The PDF could not be started again. Please try again in a moment.')),
        })
      }
    >
      Make again
    </Button>
  );
}
