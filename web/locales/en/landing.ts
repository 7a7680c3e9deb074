export const landing = {
  page: {
    title: 'Somali Speech AI – Somali speech to text and English',
    description:
      'Speak Somali and get the text, cleaned and translated into English, with honest confidence scores. Three free attempts.',
  },
  hero: {
    heading: ['Speak Somali.', 'Get it in writing.', 'Share it in English.'],
    subtitle:
      'Record up to {seconds} seconds or upload a voice note. You get the text, its English, and how sure the system is of both.',
    tryFree: 'Try It Free',
    startDemo: 'Start the Demo',
    promise: '{attempts} free attempts. No password, no payment.',
    sampleLabel: 'Spoken by a computer, answered by our models',
    samplePlay: 'Play',
    samplePause: 'Stop',
    sampleRaw: 'As heard',
    sampleEnhanced: 'Cleaned',
    sampleEnglish: 'English',
  },
  features: {
    heading: 'What it does',
    items: [
      {
        title: 'Speech recognition',
        body: 'Made for Somali and nothing else: its long vowels, its doubled consonants, its c, x, q, dh and kh.',
      },
      {
        title: 'Real-time',
        body: 'You see the words appear while your recording is worked on.',
      },
      {
        title: 'Translation',
        body: 'The English stands beside the Somali. What the system is unsure of is marked, not hidden.',
      },
    ],
  },
  howItWorks: {
    heading: 'How it works',
    steps: [
      {
        title: 'Record',
        body: 'Speak for {min} to {max} seconds, or upload an MP3, WAV or M4A file or a WhatsApp voice note.',
      },
      { title: 'Process', body: 'The words are written down, punctuated and translated.' },
      { title: 'Download', body: 'Copy the text, share it, or download it as a document or as subtitles.' },
    ],
  },
  preview: {
    heading: 'The demo in four steps',
    steps: ['Welcome', 'Record or upload', 'Processing journey', 'Results and download'],
    miniature: {
      label: 'The demo in small',
      note: 'What our models answered to this recording, unedited.',
      choose: 'Try it right here, with a recording of ours:',
      listening: 'Playing the recording. Press Process to see the text.',
      play: 'Play',
      stop: 'Stop',
      process: 'Process',
      progress: 'Progress of the example',
      copy: 'Copy',
      copied: 'Copied',
      download: 'Download (TXT)',
      again: 'Start again',
    },
    stats: {
      label: 'The demo in figures',
      processing: { value: 'under 30s', label: 'processing' },
      attempts: { value: '3', label: 'attempts' },
      formats: { value: '5+', label: 'formats' },
    },
    start: 'Open the demo',
  },
  about: {
    heading: 'Good to know',
    points: [
      {
        title: 'Who offers it',
        body: 'A non-profit, for everyone who speaks Somali. The code is open to all.',
      },
      {
        title: 'How good it is',
        body: 'The trial models get {wordsWrong} of 100 words and {lettersWrong} of 100 letters wrong when a computer voice new to them speaks. With people they have not been measured yet. Their English of everyday sentences reaches {englishChrf} of 100 points against a person’s (chrF).',
      },
      {
        title: 'What happens to recordings',
        body: 'We keep recordings and texts for about {days} days at most; you can delete them at any time. No advertising, no trackers, nothing loaded from other websites.',
      },
    ],
    privacy: 'Read the privacy policy',
  },
  popup: {
    title: 'Try it with your own voice',
    body: 'Sign up now and get {attempts} free demo attempts.',
    hide: "Don't show this again",
    close: 'Not now',
  },
};
