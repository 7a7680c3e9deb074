import { runNamed } from '#scripts/run-named.ts';

await runNamed('lab', {
  eval: {
    file: 'lab/commands/evaluate.ts',
    says: 'FOLDER [--page FILE]: error rates, honesty of the scores and speed on FLEURS, Common Voice, Horn-ASR, your own',
  },
  calibrate: {
    file: 'lab/commands/calibrate.ts',
    says: 'FOLDER [--people]: fits the scores on such recordings, for the service to use (docs/model-setup.md)',
  },
  weigh: {
    file: 'lab/commands/weigh.ts',
    says: "FOLDER [--write]: how much letter and word models should count beside a full recogniser's sound",
  },
  translate: {
    file: 'lab/commands/translate.ts',
    says: 'FILE.tsv: what the service shows for each Somali sentence, beside the English of a person',
  },
  speakers: {
    file: 'lab/commands/tell-speakers.ts',
    says: 'FOLDER [--out FOLDER]: who speaks when, beside the .rttm of each recording',
  },
  safety: {
    file: 'lab/commands/safety.ts',
    says: '[--half final] [--list] [--clips FOLDER]: what is shown of sentences whose mistranslation does harm, and how much of it is wrong; telephone lines',
  },
  adapt: {
    file: 'lab/commands/adapt.ts',
    says: 'FOLDER…: the recogniser prefers the names and terms of your own texts (*.txt)',
  },
  'own-words': {
    file: 'lab/commands/own-words.ts',
    says: '[FOLDER…]: 40 names that no text had shown, heard without and with a list of 200; what that changes elsewhere',
  },
  'corpus-samples': {
    file: 'lab/commands/make-corpus-samples.ts',
    says: 'FOLDER: ten clips of ours in the layouts of the three corpora, to try the others with',
  },
  samples: {
    file: 'lab/commands/answer-samples.ts',
    says: 'what the shipped models answer to the samples, and how good they are, as the landing page shows it',
  },
  'inspect-models': {
    file: 'lab/commands/inspect-models.ts',
    says: 'what MODELS_DIR holds where a file is not what its name says: another export, half a file, other languages',
  },
  fixtures: {
    file: 'lab/commands/make-fixtures.ts',
    says: '[signals|speech]: makes the recordings of tests/fixtures/audio anew',
  },
});
