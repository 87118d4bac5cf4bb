import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { sentenceOf } from '../../api/client';
import { inkPath, inkPicture, penWidth, type Stroke } from './ink';
import { useUploadLetterImage } from './letterhead-api';
import classes from './letterhead.module.css';

interface SignatureModalProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Records a signature drawn with mouse, pen or finger. */
export function SignatureModal({ opened, onClose }: SignatureModalProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Draw Signature" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <SignatureForm onClose={onClose} />
    </Modal>
  );
}

function SignatureForm({ onClose }: { readonly onClose: () => void }) {
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const [failure, setFailure] = useState<string>();
  const upload = useUploadLetterImage('signature');

  async function save(): Promise<void> {
    setFailure(undefined);
    try {
      await upload.mutateAsync(await inkPicture(strokes));
      onClose();
    } catch (reason) {
      setFailure(sentenceOf(reason, 'Failed to save the signature'));
    }
  }

  return (
    <Stack>
      {failure && (
        <Alert role="alert" color="red" variant="light" py="xs">
          {failure}
        </Alert>
      )}
      <Text size="sm" id="signature-help">
        Sign in the box with mouse, pen or finger. By keyboard, close this and choose an image of your signature instead.
      </Text>
      <Pad strokes={strokes} onChange={setStrokes} />
      <Group justify="space-between">
        <Button variant="default" disabled={strokes.length === 0} onClick={() => setStrokes([])}>
          Clear
        </Button>
        <Group gap="xs" ml="auto">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={strokes.length === 0} loading={upload.isPending} onClick={() => void save()}>
            Save Signature
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}

interface PadProps {
  readonly strokes: readonly Stroke[];
  readonly onChange: (change: (before: readonly Stroke[]) => readonly Stroke[]) => void;
}

/** The drawing area. A stroke lasts from press to release; one pointer draws at a time. */
function Pad({ strokes, onChange }: PadProps) {
  const [pen, setPen] = useState<number>();
  const at = (event: React.PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: Math.round(event.clientX - box.left), y: Math.round(event.clientY - box.top) };
  };
  return (
    <svg
      className={classes['pad']}
      role="img"
      aria-label="Signature box"
      aria-describedby="signature-help"
      onPointerDown={(event) => {
        if (pen !== undefined || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setPen(event.pointerId);
        const point = at(event);
        onChange((before) => [...before, [point]]);
      }}
      onPointerMove={(event) => {
        if (event.pointerId !== pen) return;
        const point = at(event);
        onChange((before) => [...before.slice(0, -1), [...(before.at(-1) ?? []), point]]);
      }}
      onPointerUp={() => setPen(undefined)}
      onPointerCancel={() => setPen(undefined)}
    >
      <path d={inkPath(strokes)} fill="none" stroke="black" strokeWidth={penWidth} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
