import { Button } from '@mantine/core';
import type { PropertyRef } from '../../api/queries/properties';
import { useNotice } from '../../ui/dialogs';
import { haveEnded } from '../../ui/source-line';
import { useLookUpAgain, type Property } from './api';

interface Props {
  readonly property: Property;
  readonly projectId: PropertyRef['projectId'];
}

/** Renews what the property has of its provider, once the provider's terms have ended. */
export function LookUpAgain({ property, projectId }: Props) {
  const lookUp = useLookUpAgain(projectId);
  const notice = useNotice();
  if (!haveEnded(property)) return null;
  const onClick = () => {
    lookUp.mutate(property, { onError: (reason) => notice.alert(reason.message) });
  };
  return (
    <Button size="compact-xs" variant="default" mt={4} loading={lookUp.isPending} onClick={onClick}>
      Look Up Again
    </Button>
  );
}
