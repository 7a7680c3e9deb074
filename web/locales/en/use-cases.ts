export const useCases = {
  page: {
    title: 'Use cases – Somali Speech AI',
    description: 'How Somali speech turned into text helps in education, media, accessibility, research and business.',
  },
  heading: 'Who uses it, and for what',
  lead: 'Five fields where people record Somali speech, and what they do with the text.',
  applications: 'Common applications',
  benefits: 'Key benefits',
  categories: [
    {
      id: 'education',
      title: 'Education',
      intro: 'Turn spoken lessons into notes that pupils can revise from.',
      applications: [
        'Turn recorded lessons into notes that pupils can read again',
        'Collect oral stories and poems as reading material in Somali',
        'Help learners of Somali or English compare sound, spelling and meaning',
      ],
      benefits: [
        'Pupils who missed a class can still follow it',
        'Teachers write less by hand',
        'More texts in the mother tongue',
      ],
    },
    {
      id: 'media',
      title: 'Media',
      intro: 'Radio and video are where most Somali news is heard.',
      applications: [
        'Write down interviews for articles and quotations',
        'Make subtitles for videos in Somali and English',
        'Make archives of broadcasts searchable',
      ],
      benefits: ['From interview to draft in minutes', 'Quotations that can be checked', 'Readers beyond the region'],
    },
    {
      id: 'accessibility',
      title: 'Accessibility and transcription services',
      intro: 'Not everyone can hear, type or read easily.',
      applications: [
        'Show spoken Somali as text to people who are deaf or hard of hearing',
        'Let people who cannot type dictate letters and messages',
        'Give transcribers and interpreters a first draft',
      ],
      benefits: [
        'Information reaches more people',
        'Less typing for people with disabilities',
        'Transcripts at lower cost',
      ],
    },
    {
      id: 'research',
      title: 'Research',
      intro: 'Interviews hold the answers; analysis needs text.',
      applications: [
        'Transcribe interviews and focus groups',
        'Translate field notes for colleagues who do not read Somali',
        'Document dialects and oral history',
      ],
      benefits: [
        'More time for analysis',
        'Confidence scores show where to listen again',
        'Somali voices in published work',
      ],
    },
    {
      id: 'business',
      title: 'Business',
      intro: 'Orders, complaints and agreements arrive as voice notes.',
      applications: [
        'Read the voice notes of customers instead of playing them one by one',
        'Write minutes of meetings held in Somali',
        'Answer English-speaking partners the same day',
      ],
      benefits: ['Quicker answers to customers', 'A written record of what was said', 'One team in two languages'],
    },
  ],
  tryFree: 'Try It Free',
  closing: {
    heading: 'Try it with a recording of your own',
    body: 'Three free attempts are enough to see whether it helps your work.',
    demo: 'Try Demo Now',
    more: 'Learn More',
    moreAbout: 'about Somali Speech AI',
  },
};
