import { fillPlaces } from '#shared/errors/format-sentence.ts';
import { retentionDays } from '#shared/limits.ts';
import { OwnPage } from '../../features/auth/own-page.tsx';
import { ResultList } from '../../features/results/result-list.tsx';
import { useText } from '../../lib/language-context.ts';
import { useServiceInfo } from '../../lib/service-info.ts';

/** Everything that was made of one's recordings, on whichever device. */
export function ResultsPage() {
  const text = useText('results');
  const days = useServiceInfo()?.limits.retentionDays ?? retentionDays;
  return (
    <OwnPage text={text}>
      {({ email }) => (
        <>
          <p>{fillPlaces(text.kept, { days })}</p>
          <ResultList owner={email} />
        </>
      )}
    </OwnPage>
  );
}
