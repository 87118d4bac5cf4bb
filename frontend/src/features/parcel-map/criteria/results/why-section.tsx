import { Loader, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { QueryFailure } from '../../../../ui/query-panel';
import type { SectionProps } from '../../inspect/sections';
import { useMapPage } from '../../map-page';
import { useStanding } from './use-standing';
import { Why } from './why';
import { judgedNowWords, standingWords } from './words';

/** In the panel of a parcel or a site: how it stands in the search that is shown, also if it failed. */
export function WhySection({ llUuid }: SectionProps) {
  const { drawer } = useMapPage();
  const phone = useMediaQuery('(max-width: 48em)');
  const standing = useStanding(llUuid);
  if (!standing) return null;
  const { run, explanation } = standing;
  return (
    <section aria-label="In the search">
      <Title order={3} size="h6" mb={4}>
        In the search
      </Title>
      {explanation.isPending && <Loader size="sm" role="progressbar" aria-label="Loading the reasons" />}
      <QueryFailure query={explanation} sentence="The reasons could not be loaded." />
      {explanation.data && (
        <>
          <Text size="sm" mb="xs">
            {standingWords(explanation.data, run)}
            {explanation.data.is_judged_now && (
              <Text span size="xs" c="dimmed">
                {' '}
                {judgedNowWords(explanation.data)}
              </Text>
            )}
          </Text>
          {/* The opened row of the list beside it says it already. */}
          {!(drawer === 'search' && !phone && explanation.data.list !== null && !explanation.data.site) && (
            <Why result={explanation.data.result} criteria={run.criteria} site={explanation.data.site} />
          )}
        </>
      )}
    </section>
  );
}
