export const landing = {
  page: {
    title: 'Somali Speech AI – Somali speech to text and English',
    description:
      'Speak Somali and get the text, cleaned and translated into English, with honest confidence scores. Three free attempts.',
  },
  hero: {
    eyebrow: 'For everyone who speaks Somali',
    heading: ['Speak Somali.', 'Get it in writing.', 'Share it in English.'],
    subtitle:
      'Record up to {seconds} seconds or upload a voice note. You get the Somali text as it was heard, a cleaned version and an English translation – and you see how sure the system is.',
    tryFree: 'Try It Free',
    startDemo: 'Start the Demo',
    howItWorks: 'See how it works',
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
    lead: 'Speech recognition, cleaned text and translation, made for Somali.',
    items: [
      {
        title: 'Speech recognition',
        body: 'Made for Somali and nothing else: its long vowels, its doubled consonants, its c, x, q, dh and kh.',
      },
      {
        title: 'Real-time',
        body: 'You follow each stage as it happens and see the words appear. Most recordings are ready in under 30 seconds.',
      },
      {
        title: 'Translation',
        body: 'The English stands beside the Somali, and words the system is unsure of are marked instead of hidden.',
      },
    ],
  },
  howItWorks: {
    heading: 'How it works',
    steps: [
      {
        title: 'Record',
        body: 'Speak for {min} to {max} seconds, or upload an MP3, WAV or M4A file. WhatsApp voice notes are welcome.',
      },
      { title: 'Process', body: 'The words are written down, punctuation is added, and the text is translated.' },
      { title: 'Download', body: 'Copy the text, share it, or download it as a document or as subtitles.' },
    ],
  },
  preview: {
    heading: 'The demo in four steps',
    lead: 'This is all there is to it. Try it right here, with a recording of ours.',
    steps: [
      { title: 'Welcome', body: 'Enter your name and email. A magic link signs you in: no password to remember.' },
      { title: 'Record or upload', body: 'A short countdown, then speak. Listen to it again before you send it.' },
      { title: 'Processing journey', body: 'Recognition, clean-up and translation, step by step on your screen.' },
      { title: 'Results and download', body: 'Somali and English side by side, ready to copy, share or download.' },
    ],
    miniature: {
      label: 'The demo in small',
      note: 'What our models answered to this recording, unedited.',
      choose: 'Choose a recording of ours:',
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
  trust: {
    heading: 'Your voice stays yours',
    points: [
      'Recordings and texts are kept for about {days} days at most. You can delete them at any time.',
      'No advertising, no trackers, nothing loaded from other websites.',
      'The AI system is under development and may not be 100% accurate. Please check results that matter.',
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
