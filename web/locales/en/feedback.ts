export const feedback = {
  right: {
    question: 'Was this right?',
    yes: 'Yes, this was right',
    no: 'No, this was not right',
    thanks: 'Thank you.',
    correct: 'Thank you. You can correct the text above.',
  },
  teaching: {
    question: 'May we use your recording and your corrected text to teach the next model?',
    details:
      'This goes for every recording that you correct. People who work with us may listen to it; your name and address are not with it. We keep it longer than the usual {days} days, until you say no on your account page.',
    setting: 'Recordings that I correct may teach the next model',
    later: 'Not now',
  },
  yes: 'Yes',
  no: 'No',
};
