export const terms = {
  page: {
    title: 'Terms of service – Somali Speech AI',
    description: 'The rules for using Somali Speech AI, in plain words.',
  },
  heading: 'Terms of service',
  updated: 'Last updated: 22 October 2025',
  intro:
    'These terms apply between you and us, the non-profit provider of Somali Speech AI. By signing up you agree to them. Please read them: we have kept them short.',
  contents: 'On this page',
  sections: [
    {
      id: 'service',
      heading: 'The service',
      paragraphs: [
        'Somali Speech AI is a demonstration. It turns Somali speech into Somali text, cleans the text, translates it into English and shows how confident it is. You may record {minSeconds} to {maxSeconds} seconds in the browser or upload an audio file of up to {maxMegabytes} MB. Accepted audio formats are MP3, WAV and M4A; other common formats may work too.',
      ],
      list: [],
    },
    {
      id: 'accuracy',
      heading: 'Accuracy',
      paragraphs: [
        'The AI system is under development and may not be 100% accurate. It can mishear names, numbers and dialects, and a translation can say something the speaker did not mean. Verify results before you rely on them for important use cases, above all in medical, legal, financial or emergency matters.',
      ],
      list: [],
    },
    {
      id: 'account',
      heading: 'Your account',
      paragraphs: [
        'You must be at least {minimumAge} years old. Give your real name and an email address that is yours. You sign in with magic links sent to that address: each is valid for {linkHours} hours and works once. Do not pass them on; what is done with your account counts as done by you.',
      ],
      list: [],
    },
    {
      id: 'attempts',
      heading: 'Free attempts',
      paragraphs: [
        'Each account has {freeAttempts} free attempts. A recording that is processed uses one attempt; if processing gives no result, the attempt is returned. Premium access with unlimited attempts, advanced features and priority support is available on request: contact us. Opening several accounts to get more free attempts is not allowed.',
      ],
      list: [],
    },
    {
      id: 'rules',
      heading: 'What is not allowed',
      paragraphs: ['You may not use the service:'],
      list: [
        'to record or upload speech of people who have not agreed to it;',
        'to break the law, to threaten, or to plan harm to anyone;',
        'to attack or overload it, to get round its limits, or to copy it for resale;',
        'to upload files that contain harmful programs.',
      ],
    },
    {
      id: 'content',
      heading: 'Your content',
      paragraphs: [
        'What you record and the texts made from it remain yours. You allow us to store and process them for as long as the privacy policy says – up to about {retentionDays} days – in order to give you the results. We may remove content that breaks these terms.',
      ],
      list: [],
    },
    {
      id: 'availability',
      heading: 'Availability',
      paragraphs: [
        'We offer the service as it is and as it is available. We may change it, pause it or end it, and we may close accounts that break these terms. Download the results you want to keep.',
      ],
      list: [],
    },
    {
      id: 'liability',
      heading: 'Liability',
      paragraphs: [
        'As far as the law allows, we are not liable for indirect losses or for decisions taken on the basis of results. Our total liability is limited to what you paid us in the {liabilityMonths} months before the claim, or to {liabilityCap}, whichever is greater. Nothing here limits liability that the law does not allow us to limit.',
      ],
      list: [],
    },
    {
      id: 'changes',
      heading: 'Changes to these terms',
      paragraphs: [
        'When these terms change, the date at the top changes with it. If you go on using the service after that, the new terms apply. If you do not agree, you may delete your account at any time.',
      ],
      list: [],
    },
    {
      id: 'contact',
      heading: 'Contact',
      paragraphs: ['Questions about these terms? Write to us at the address at the bottom of each page.'],
      list: [],
    },
  ],
};
