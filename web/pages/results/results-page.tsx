import { fillPlaces } from '#shared/errors/fill-places.ts';
import { OwnPage } from '../../features/auth/entry.tsx';
import { ResultList } from '../../features/results/result-list.tsx';
import { useText } from '../../lib/language-context.ts';
import { useRetentionDays } from '../../lib/service-info.ts';

export function ResultsPage() {
  const text = useText('results');
  const days = useRetentionDays();
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
