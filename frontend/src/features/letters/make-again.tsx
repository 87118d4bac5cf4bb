import { Button } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { sentenceOf } from '../../api/client';
import { useNotice } from '../../ui/dialogs';
import { useMakePdfsAgain } from './api';

interface MakePdfsAgainProps {
  readonly jobId: string;
  /** Only this letter's PDF; otherwise all of the job that could not be made. */
  readonly letterId?: string;
}

/** Starts the making of PDFs again that was given up. */
export function MakePdfsAgain({ jobId, letterId }: MakePdfsAgainProps) {
  const make = useMakePdfsAgain(jobId);
  return <MakeAgain make={make} what={letterId} failure="The PDF could not be started again. Please try again in a moment." />;
}

interface MakeAgainProps<What> {
  readonly make: Pick<UseMutationResult<unknown, Error, What>, 'isPending' | 'mutate'>;
  readonly what: What;
  readonly failure: string;
}

/** Starts the making of a file again that was given up. */
export function MakeAgain<What>({ make, what, failure }: MakeAgainProps<What>) {
  const notice = useNotice();
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={make.isPending}
      onClick={() => make.mutate(what, { onError: (reason) => notice.alert(sentenceOf(reason, failure)) })}
    >
      Make again
    </Button>
  );
}
