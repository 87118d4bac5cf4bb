import { Center, Loader } from '@mantine/core';

/** Stands in while a page's code or data is on its way. */
export function LoadingPage() {
  return (
    <Center h="100%" mih={240}>
      <Loader aria-label="Loading" />
    </Center>
  );
}
