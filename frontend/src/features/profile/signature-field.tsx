import { Button } from '@mantine/core';
import { IconSignature } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { letterheadQuery } from '../../api/queries/letterhead';
import { LetterImageField } from './letter-image-field';
import { SignatureModal } from './signature-modal';

/** The user's signature, drawn or uploaded. It is printed on the user's letters only. */
export function SignatureField() {
  const letterhead = useQuery(letterheadQuery);
  const [drawing, setDrawing] = useState(false);
  const without = letterhead.isError ? 'Your signature could not be loaded.' : 'No signature yet: your letters have a line to sign on.';
  return (
    <>
      <LetterImageField
        which="signature"
        label="Signature on letters"
        url={letterhead.data?.sender.signature_url ?? null}
        without={letterhead.isPending ? '' : without}
      >
        <Button variant="default" leftSection={<IconSignature size={16} aria-hidden />} onClick={() => setDrawing(true)}>
          Draw signature
        </Button>
      </LetterImageField>
      <SignatureModal opened={drawing} onClose={() => setDrawing(false)} />
    </>
  );
}
