import { demoProcessing } from './demo-processing.ts';
import { demoRecorder } from './demo-recorder.ts';
import { demoResults } from './demo-results.ts';

export const demo = {
  page: { title: 'Demo – Somali Speech AI', description: 'Record or upload Somali speech and read it as text.' },
  titles: { recorder: 'Record or upload', processing: 'Processing', result: 'Your text' },
  loading: 'Loading',
  offline: 'There is no internet connection. The demo opens when it is back.',
  wall: {
    title: 'Sign Up Required',
    offer: { one: 'Sign up to get {n} free attempt.', other: 'Sign up to get {n} free attempts.' },
    mail: 'We send you a magic link by email. You need no password.',
  },
  engine: {
    fetching: 'The full models are being fetched: {percent}%. They take over by themselves.',
    starting: 'The speech engine is still starting. You can record already.',
    downloading: 'The speech models are being fetched: {percent}%. You can record already.',
    failed: 'The speech engine is not working right now. Please come back later.',
  },
  shared: {
    title: 'A voice note is waiting',
    question: 'An app or a website handed “{name}” to this device. Is it yours, and do you want to use it here?',
    replaces: 'It takes the place of the recording below.',
    use: 'Use it',
    remove: 'Delete it',
  },
  leave: {
    title: 'Leave this page?',
    recording: 'You are recording. What you have said so far is lost if you leave now.',
    editing: 'You have not saved what you are typing. It is lost if you leave now.',
    unsaved: 'A change is not saved to your account yet. It is lost if you sign out now.',
    stay: 'Stay here',
    go: 'Leave',
  },
  attempts: {
    last: 'Last free attempt remaining!',
    remaining: { one: '{n} free attempt remaining', other: '{n} free attempts remaining' },
    unlimited: 'Unlimited attempts',
    toasts: {
      last: {
        title: "You've used your last free attempt!",
        detail: 'Contact us to learn about premium access options.',
      },
      one: { title: 'Only 1 attempt remaining!', detail: 'Make it count!' },
      recorded: {
        one: 'Attempt recorded. {n} attempt remaining.',
        other: 'Attempt recorded. {n} attempts remaining.',
      },
    },
    exhausted: {
      heading: 'All Attempts Used',
      finished: 'You have finished your three attempts',
      contact: 'For more access, please contact us',
      benefitsHeading: 'With premium access you get',
      benefits: ['Unlimited attempts', 'Advanced features', 'Priority support'],
      button: 'Contact us',
      home: 'Back to home',
    },
    notice: {
      title: "You've used all your free attempts",
      hint: 'Contact us if you need more.',
      button: 'Contact us',
    },
  },
  recorder: demoRecorder,
  processing: demoProcessing,
  results: demoResults,
};
