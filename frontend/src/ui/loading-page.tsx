import { Center, Loader } from '@mantine/core';

/** Placeholder while a page's code or data loads. */
export function LoadingPage() {
  return (
    <Center h="100%" mih={240}>
      <Loader role="progressbar" aria-label="Loading" />
    </Center>
  );
}
