import { Modal, type ModalProps } from '@mantine/core';
import { useFocusBack } from './focus-back';
import { UnsavedContext, useGuardedClose } from './unsaved';

/**
 * A dialog around a form. Esc, a click outside and the close button ask first if a form inside reports unsaved input through `useUnsaved`;
 * the form's 'Cancel' asks with that hook's `mayLeave`.
 */
export function FormModal({ onClose, children, ...modal }: ModalProps) {
  const { scope, close } = useGuardedClose(onClose);
  useFocusBack();
  return (
    <Modal {...modal} onClose={close}>
      <UnsavedContext value={scope}>{children}</UnsavedContext>
    </Modal>
  );
}
