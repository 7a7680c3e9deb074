import { type ReactNode, useMemo, useRef, useState } from 'react';
import { Button, classNames } from '../../components/ui/elements.tsx';
import { formatCount, useLanguage, useText } from '../../lib/language-context.ts';
import { ChangedText, ChangeSummary } from './changed-text.tsx';
import { HeardText, PairedText, runsOf } from './paired-text.tsx';
import styles from './reading.module.css';
import { ChoiceBar, ResultCard } from './result-card.tsx';
import { dressWord, WordCheck } from './result-edits.tsx';
import { QualityBar } from './result-quality.tsx';
import { englishOf } from './result-store.ts';
import { type EnglishText, type ReadingProps, replaceWord, type Sentences, type SomaliText } from './use-reading.ts';

/** `isShown`: on a screen with room for one card. `notice`: the way to new English, in the card that is shown there. */
type CardProps = ReadingProps & { isShown: boolean; sentences: Sentences; notice?: ReactNode };
/** `bar`: the switch of a card that shows all versions. */
type SomaliProps = CardProps & { somali: SomaliText; bar?: ReactNode };

/** What was heard: evidence, which stays as it is, and so does its score. */
export function OriginalCard(props: SomaliProps) {
  const { isShown, notice, bar, result } = props;
  const { title, hint, copied, text } = props.somali.original;
  return (
    <ResultCard
      {...{ isShown, notice, bar, title, hint, copied, text }}
      language="so"
      footer={<QualityBar score={result.transcriptConfidence} title={title} engine={result.engine} />}
    >
      <HeardText {...props} />
    </ResultCard>
  );
}

/** The Somali as the clean-up and its reader have left it, or with what was changed. */
export function EnhancedCard(props: SomaliProps) {
  const { isShown, notice, bar, somali, onEdit, onEditing } = props;
  const { title, copied, text, ...words } = somali.enhanced;
  const { views } = useText('demo').results.reading;
  const showsChanges = somali.view === 'changes';
  return (
    <ResultCard
      {...{ isShown, notice, bar, title, copied, text, onEditing }}
      hint={somali.isEdited ? words.edited : words.hint}
      language="so"
      onEdit={(transcript) => onEdit({ transcript })}
      onUndo={somali.isEdited ? () => onEdit(machineTexts(props)) : undefined}
      actions={
        bar === undefined &&
        somali.hasChanges && (
          <Button
            variant="ghost"
            size="sm"
            aria-pressed={showsChanges}
            onClick={() => somali.setView(showsChanges ? 'cleaned' : 'changes')}
          >
            {views.changes}
          </Button>
        )
      }
    >
      {showsChanges ? (
        <>
          <ChangedText changes={somali.changes} />
          <ChangeSummary changes={somali.changes} />
        </>
      ) : (
        <CleanedText {...props} />
      )}
    </ResultCard>
  );
}

/** Of a longer result: one of the two, with a switch between its versions. */
export function SomaliCard(props: SomaliProps) {
  const { view, setView, hasChanges } = props.somali;
  const { views, viewsLabel } = useText('demo').results.reading;
  const choices = (['heard', 'cleaned', 'changes'] as const)
    .filter((value) => value !== 'changes' || hasChanges)
    .map((value) => ({ value, label: views[value] }));
  const bar = <ChoiceBar label={viewsLabel} choices={choices} value={view} onChange={setView} />;
  return view === 'heard' ? <OriginalCard {...props} bar={bar} /> : <EnhancedCard {...props} bar={bar} />;
}

/** The machine's Somali again, and its English where the person wrote none of their own. */
function machineTexts({ result, edited }: CardProps) {
  const { transcript, translation } = result;
  const english = englishOf({ result, edited }).isOwn ? {} : { translation, translationOf: transcript };
  return { transcript, ...english };
}

/** The text by its sentences; a doubtful word is heard and corrected where it stands. */
function CleanedText({ edited, sentences, onEdit, onPlay }: CardProps) {
  const { original, wordCheck } = useText('demo').results;
  const { language } = useLanguage();
  const { somali, lit, choose } = sentences;
  const [checked, setChecked] = useState<number>();
  const box = useRef<HTMLDivElement>(null);
  const runs = useMemo(() => somali.map(runsOf), [somali]);
  const words = somali.flatMap((sentence) => sentence.words);
  const doubtful = words.filter(({ isDoubtful }) => isDoubtful).length;
  const word = words.find(({ at }) => at === checked);
  /** On to the next word to check, or back to the text. */
  const close = () => {
    setChecked(undefined);
    requestAnimationFrame(() => {
      const next = box.current?.querySelector<HTMLElement>('[data-word]') ?? box.current?.querySelector('[data-part]');
      if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    });
  };
  const check = (at: number) => {
    setChecked(at);
    onPlay(words.find((each) => each.at === at));
  };
  const form = word !== undefined && (
    <WordCheck
      key={word.at}
      word={word.text}
      alternatives={(word.alternatives ?? []).map((other) => dressWord(other, word.text))}
      onHear={() => onPlay(word)}
      onClose={close}
      onSave={(typed) => {
        close();
        if (typed.trim() !== word.text) onEdit({ transcript: replaceWord(edited.transcript, word.at, typed) });
      }}
    />
  );
  return (
    <div ref={box} className={styles.cleaned}>
      <PairedText
        language="so"
        text={edited.transcript}
        sentences={runs}
        lit={lit}
        onChoose={choose}
        onChooseWord={check}
        below={{ at: somali.findIndex((sentence) => sentence.words.some(({ at }) => at === checked)), content: form }}
      />
      {doubtful > 0 && word === undefined && (
        <p className={classNames(styles.hint, styles.tip)}>
          {formatCount(language, original.doubtful, doubtful)} {wordCheck.hint}
        </p>
      )}
    </div>
  );
}

export function TranslationCard(props: CardProps & { english: EnglishText }) {
  const { isShown, result, edited, onEdit, onEditing, notice, sentences, english } = props;
  return (
    <ResultCard
      {...english}
      {...{ isShown, notice }}
      language="en"
      onEdit={(translation) => onEdit({ translation, translationOf: edited.transcript })}
      onEditing={onEditing}
      onUndo={
        english.isOwn ? () => onEdit({ translation: result.translation, translationOf: result.transcript }) : undefined
      }
      // What a person wrote has no score, and what is out of date none that holds.
      footer={
        !english.isOutdated &&
        !english.isOwn && (
          <QualityBar
            score={english.confidence}
            title={english.title}
            engine={result.engine}
            sentenceScore={sentences.lit === undefined ? undefined : sentences.scores[sentences.lit]}
          />
        )
      }
    >
      <PairedText
        language="en"
        text={english.text}
        sentences={sentences.english}
        lit={sentences.lit}
        onChoose={sentences.choose}
      />
    </ResultCard>
  );
}
