import { Modal, type ModalProps } from '@mantine/core';
import { useRef } from 'react';
import { useFocusBack } from './focus-back';
import { UnsavedContext, useUnsavedScope } from './unsaved';

/**
 * A dialog around a form. Esc, a click outside and the close button ask first if a form inside reports unsaved input through `useUnsaved`;
 * the form's 'Cancel' asks with that hook's `mayLeave`.
 */
export function FormModal({ onClose, children, ...modal }: ModalProps) {
  const scope = useUnsavedScope();
  const asking = useRef(false);
  useFocusBack();

  async function close(): Promise<void> {
    if (asking.current) return;
    asking.current = true;
    const leave = await scope.mayLeave();
    // The Esc that answers the question reaches this dialog too.
    setTimeout(() => {
      asking.current = false;
    });
    if (leave) onClose();
  }

  return (
    <Modal {...modal} onClose={() => void close()}>
      <UnsavedContext value={scope}>{children}</UnsavedContext>
    </Modal>
  );
}
