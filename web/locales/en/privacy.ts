export const privacy = {
  page: {
    title: 'Privacy policy – Somali Speech AI',
    description: 'What we keep of your recordings and your account, for how long, and how to have it deleted.',
  },
  heading: 'Privacy policy',
  updated: 'Last updated: 22 October 2025',
  intro:
    'We are a non-profit provider. We run Somali Speech AI so that Somali speech can be turned into text and English. This page says what we collect when you use it, why, how long we keep it and what you can ask of us.',
  contents: 'On this page',
  sections: [
    {
      id: 'what-we-collect',
      heading: 'What we collect',
      paragraphs: ['We collect only what the service needs to work:'],
      list: [
        'Your account: full name and email address; job title and organization if you choose to give them.',
        'Your recordings: the audio you record or upload.',
        'The results: the Somali text as it was heard, the cleaned text, the English translation and the confidence scores.',
        'Records of use: how many of your attempts are left, when you signed in, and technical logs that help us stop abuse and find faults.',
      ],
    },
    {
      id: 'why',
      heading: 'Why we use it',
      paragraphs: [
        'We use your email address to send you magic links and to answer you when you write to us. We use your recordings to make the text and the translation you asked for. We use records of use to count attempts, to keep the service safe and to repair it.',
        'With your permission alone, recordings that you corrected and your corrected text teach the next model. We ask you after a correction, and your account page changes the answer at any time. People who work with us listen to check the text; your name and address are not with it.',
        'We do not sell your data. We show no advertising and use no trackers of other companies.',
      ],
      list: [],
    },
    {
      id: 'retention',
      heading: 'How long we keep it',
      paragraphs: [
        'Audio and transcripts are kept for up to about {retentionDays} days and are then deleted. You see your results wherever you sign in, can correct them there, and can delete a result, with its recording, at once.',
        'Recordings that you corrected and let us use for teaching stay longer, until you take the permission back or delete them. They are then gone from the set that we teach with, and what is older than {retentionDays} days is deleted within a day. A model that has learned from them keeps what it learned.',
        'Your account stays until you delete it on your account page, or ask us to. After that we keep one thing: a scrambled form of your email address with the number of attempts used, so that deleting an account and opening it again does not give new free attempts. Your name and address cannot be read from it.',
      ],
      list: [],
    },
    {
      id: 'who-sees-it',
      heading: 'Who can see it',
      paragraphs: [
        'The people who run the service can reach it when they must repair something or answer you. Companies that work for us – for hosting, storage, email or speech processing – receive only what their task needs and may use it for nothing else. We hand data to authorities only when the law obliges us to.',
      ],
      list: [],
    },
    {
      id: 'on-your-device',
      heading: 'What is stored on your device',
      paragraphs: ['There are no cookies for advertising or statistics. Your browser keeps:'],
      list: [
        'a sign-in token, until you sign out or it ends;',
        'your choice of language, in local storage and in a cookie;',
        'whether you have visited before and whether you asked not to see the sign-up window again;',
        'a cookie that ties a magic link and its code to the browser that asked for it;',
        'when you answered a question with "Not now", for a week;',
        'a recording that was not sent yet, until you send or delete it;',
        'your results with their recordings, to be read without internet, until you sign out or delete them.',
      ],
    },
    {
      id: 'safety',
      heading: 'How we protect it',
      paragraphs: [
        'Data travels encrypted. Magic links work once and end after {linkHours} hours. There is no password that could be stolen. No system is perfectly safe: please do not record secrets that could harm you or others.',
      ],
      list: [],
    },
    {
      id: 'your-rights',
      heading: 'Your rights',
      paragraphs: [
        'You may ask us what we hold about you, and have it corrected, handed over to you or deleted. You may object to how we use it and complain to the data-protection authority of your country. Write to us: we answer as soon as we can, without charge.',
        'If you record other people, you are responsible for having their consent.',
      ],
      list: [],
    },
    {
      id: 'children',
      heading: 'Children',
      paragraphs: [
        'You must be at least {minimumAge} years old to use the service. If we learn that a younger child has signed up, we delete the account.',
      ],
      list: [],
    },
    {
      id: 'changes',
      heading: 'Changes',
      paragraphs: [
        'When this policy changes, the date at the top changes with it. If a change matters to you as a user, we tell you by email before it takes effect.',
      ],
      list: [],
    },
    {
      id: 'contact',
      heading: 'Contact',
      paragraphs: ['For anything about your data, write to us at the address at the bottom of each page.'],
      list: [],
    },
  ],
};
