import { Suspense, startTransition, useDeferredValue, useEffect, useState } from 'react';
import { useLocation, useRoute } from 'wouter';
import type { User } from '#shared/contract/accounts.ts';
import type { UploadData } from '#shared/contract/transcription.ts';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { Boundary } from '../../components/ui/boundary.tsx';
import { TrialNotice } from '../../components/ui/disclosure.tsx';
import { Button, Spinner } from '../../components/ui/elements.tsx';
import { LeaveQuestion } from '../../components/ui/leave-question.tsx';
import { AttemptsBanner, AttemptsExhausted } from '../../features/attempts/attempts.tsx';
import { discardRecording, type Recording, type useKeptRecording } from '../../features/recorder/kept-recording.ts';
import { WelcomeStep } from '../../features/recorder/welcome-step.tsx';
import { type KeptResult, resultStore, toKept } from '../../features/results/result-store.ts';
import { fetchPart } from '../../lib/fetch-part.tsx';
import { keepResultPages } from '../../lib/installed-app.ts';
import { useText } from '../../lib/language-context.ts';
import { isFetching, type ServiceInfo, useServiceInfo } from '../../lib/service-info.ts';
import { useServices } from '../../lib/services.ts';
import styles from './demo-page.module.css';
import { isExhausted, useDemoFlow } from './use-demo-flow.ts';

const ResultList = fetchPart(async () => (await import('../../features/results/result-list.tsx')).ResultList);
const ProcessingScreen = fetchPart(async () => (await import('./processing-screen.tsx')).ProcessingScreen);
const ResultScreen = fetchPart(async () => (await import('./result-screen.tsx')).ResultScreen);
const FilesScreen = fetchPart(async () => (await import('./files-screen.tsx')).FilesScreen);
// Beside the page, not with it: there before a recording is sent or a result opened, also where the line goes meanwhile.
for (const part of [ResultList, ProcessingScreen, ResultScreen]) part.fetchAhead();

/** `hasShareClaim`: a voice note was shared just now, by who is signed in. */
type Props = { user: User; hasShareClaim: boolean };

export function DemoSteps({ user, hasShareClaim }: Props) {
  const info = useServiceInfo();
  const [, params] = useRoute('/demo/r/:id');
  // The address changes at once, the screen in slices: a slow phone does not stand still over the press.
  const resultId = useDeferredValue(params?.id);
  const [fresh, setFresh] = useState<KeptResult>();
  return (
    <div className={styles.page}>
      {resultId !== undefined ? (
        <Suspense fallback={<Spinner />}>
          <ResultScreen key={resultId} id={resultId} user={user} fresh={fresh} />
        </Suspense>
      ) : (
        <WayToResult
          user={user}
          hasShareClaim={hasShareClaim}
          isBack={fresh !== undefined}
          info={info}
          onResult={setFresh}
        />
      )}
    </div>
  );
}

type WayProps = Props & { isBack: boolean; info: ServiceInfo | undefined; onResult: (kept?: KeptResult) => void };

function WayToResult({ user, hasShareClaim, isBack, info, onResult }: WayProps) {
  const { clock } = useServices();
  const [, navigate] = useLocation();
  const demo = useDemoFlow(user, info, { hasShareClaim, isBack });
  const { flow } = demo;
  // Opened again, a result comes from the device: it may have been corrected since.
  useEffect(() => onResult(), [onResult]);
  // A recording outlives the line, and so does the page that goes on with it.
  const hasRecording = flow.recording !== undefined;
  useEffect(() => {
    if (hasRecording) keepResultPages();
  }, [hasRecording]);
  const keep = (data: UploadData, recording: Recording) => {
    const kept = toKept(data, recording, clock.now());
    onResult(kept);
    // Minutes of sound are copied: in a task of their own.
    clock.afterPaint(() => {
      void resultStore.save(kept, user.email);
      void discardRecording();
    });
  };
  if (flow.step !== 'welcome')
    return (
      <Suspense fallback={null}>
        {flow.step === 'files' ? (
          <FilesScreen {...flow} user={user} limits={demo.limits} onLeave={() => demo.leaveProcessing(true)} />
        ) : (
          <ProcessingScreen
            recording={flow.recording}
            isKept={demo.isKept}
            onAnswered={(data) => keep(data, flow.recording)}
            onOver={({ transcription }) => navigate(`/demo/r/${transcription.id}`)}
            onKeep={demo.keep}
            onLeave={demo.leaveProcessing}
          />
        )}
      </Suspense>
    );
  if (isExhausted(flow, user.attemptsRemaining) && !demo.isOnStage)
    return <AttemptsExhausted takesFocus={flow.hasMoved} />;
  return (
    <>
      <WelcomeStep
        {...demo}
        {...flow}
        notices={
          <>
            <AttemptsBanner attemptsRemaining={user.attemptsRemaining} isUnlimited={user.unlimited === true} />
            <SharedNote shared={demo.shared} replacesRecording={flow.recording !== undefined} />
          </>
        }
        engineNotice={<EngineNotice engine={info?.engine} />}
        // Drawn in slices: a slow phone answers the press at once.
        onProcess={() => startTransition(demo.process)}
      />
      <Boundary>{demo.state.phase === 'idle' && <ResultList owner={user.email} most={3} />}</Boundary>
      {demo.leaving.isAsking && <LeaveQuestion {...demo.leaving} about="recording" />}
    </>
  );
}

/** What the engine is: not ready yet, or small models to practise with (design.md §5.13); said before an attempt is spent. */
function EngineNotice({ engine }: { engine: ServiceInfo['engine'] | undefined }) {
  const text = useText('demo').engine;
  if (engine === undefined) return null;
  const percent = engine.totalBytes > 0 ? Math.floor((engine.downloadedBytes / engine.totalBytes) * 100) : 0;
  if (engine.state !== 'ready') return <p className={styles.engine}>{fillPlaces(text[engine.state], { percent })}</p>;
  if (engine.description?.isStarter !== true) return null;
  return <TrialNotice>{isFetching(engine) && <p>{fillPlaces(text.fetching, { percent })}</p>}</TrialNotice>;
}

type SharedProps = { shared: ReturnType<typeof useKeptRecording>; replacesRecording: boolean };

function SharedNote({ shared, replacesRecording }: SharedProps) {
  const text = useText('demo').shared;
  if (shared.offered.length === 0) return null;
  return (
    <section className={styles.engine} aria-labelledby="shared-note">
      <h2 id="shared-note" className={styles.noticeHeading}>
        {text.title}
      </h2>
      <p>
        {fillPlaces(text.question, { name: shared.offered.map(({ name }) => name).join(', ') })}{' '}
        {replacesRecording && text.replaces}
      </p>
      <div className={styles.noticeActions}>
        <Button size="sm" onClick={shared.accept}>
          {text.use}
        </Button>
        <Button size="sm" variant="outline" onClick={shared.decline}>
          {text.remove}
        </Button>
      </div>
    </section>
  );
}
