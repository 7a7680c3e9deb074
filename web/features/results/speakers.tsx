import { useState } from 'react';
import type { EditedTexts } from '#shared/edited-texts.ts';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { speakerNameMaxCharacters, speakersMax, voicesSaid } from '#shared/limits.ts';
import { giveSpan, listSpeakers, nameSpeakers, spellSpeakers } from '#shared/speakers.ts';
import { Disclosure } from '../../components/ui/disclosure.tsx';
import { Field } from '../../components/ui/field.tsx';
import { FormDialog } from '../../components/ui/form-dialog.tsx';
import type { Span } from '../../lib/audio-player.ts';
import { useLanguage, useText } from '../../lib/language-context.ts';
import results from './results.module.css';
import styles from './speakers.module.css';
import type { ReadingProps } from './use-reading.ts';

type ChoiceProps = { label: string; value: number; options: [number, string][]; onChange: (value: number) => void };

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      {label}
      <select className={styles.select} value={value} onChange={({ target }) => onChange(Number(target.value))}>
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** `result` and `edited` with the speakers as their owner has them. */
type Props = Pick<ReadingProps, 'result' | 'edited'> & { onChange: (part: Pick<EditedTexts, 'speakers'>) => void };
type DialogProps = Props & { row: Span; speaker: number; onClose: () => void };

/** The speaker of a row: a name, whether it is the same voice as another, and whether the row is another's. */
export function SpeakerDialog({ result: { words }, edited, row, speaker, onChange, onClose }: DialogProps) {
  const { speakers: text } = useText('demo').results;
  const { language } = useLanguage();
  const names = edited.speakers?.names ?? [];
  const [name, setName] = useState(names[speaker - 1] ?? '');
  const [joined, setJoined] = useState(speaker);
  const [owner, setOwner] = useState(speaker);
  const known = listSpeakers(words);
  const options = known.map((each): [number, string] => [each, nameSpeakers(language, names)(each)]);
  const next = Math.max(...known) + 1;
  const another: typeof options = next > speakersMax ? [] : [[next, text.another]];
  const submit = () => {
    const given = owner === speaker ? words : giveSpan(words, row, owner);
    const spelt = spellSpeakers(given).replaceAll(`${speaker}`, `${joined}`);
    const isMoved = owner !== speaker || joined !== speaker;
    const renamed = Array.from({ length: speakersMax }, (_, at) =>
      at === speaker - 1 ? name.trim() : (names[at] ?? ''),
    );
    if (joined !== speaker) renamed[joined - 1] ||= name.trim();
    onChange({ speakers: { ...edited.speakers, names: renamed, ...(isMoved && { words: spelt }) } });
    onClose();
  };
  return (
    <FormDialog title={nameSpeakers(language, names)(speaker)} onSubmit={submit} onClose={onClose}>
      <Field
        label={text.name}
        value={name}
        maxLength={speakerNameMaxCharacters}
        autoComplete="off"
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Choice label={text.same} value={joined} options={options} onChange={setJoined} />
      <Choice label={text.row} value={owner} options={[...options, ...another]} onChange={setOwner} />
    </FormDialog>
  );
}

/** How many voices there are: as the engine told, one that is not marked, or what its reader knows. */
export function SpeakerFold({ result, edited, onChange }: Props) {
  const { speakers: text } = useText('demo').results;
  const { speakers = null } = edited;
  const voices = Math.max(1, listSpeakers(result.words).length);
  const names = speakers?.names ?? [];
  const change = (count: number) => {
    const words = count === 1 ? '' : result.speakersIfCounted?.[voicesSaid.indexOf(count)];
    onChange({ speakers: words === undefined ? { names } : { names, words } });
  };
  const offered = voicesSaid.filter((count, at) => count === voices || result.speakersIfCounted?.[at]);
  const options = offered.map((count): [number, string] => [count, String(count)]);
  return (
    <Disclosure title={fillPlaces(text.title, { n: voices })}>
      <p className={results.hint}>{text.trial}</p>
      <Choice
        label={text.count}
        value={speakers?.words === undefined ? 0 : voices}
        options={[[0, text.told], [1, text.off], ...options]}
        onChange={change}
      />
    </Disclosure>
  );
}
