export const common = {
  productName: 'Somali Speech AI',
  pages: {
    landing: {
      title: 'Somali Speech AI – Somali speech to text and English',
      description:
        'Speak Somali and get the text, cleaned and translated into English, with honest confidence scores. Three free attempts.',
    },
    verify: { title: 'Signing in – Somali Speech AI', description: 'Checking your magic link.' },
    privacy: {
      title: 'Privacy policy – Somali Speech AI',
      description: 'What we keep of your recordings and your account, for how long, and how to have it deleted.',
    },
    terms: {
      title: 'Terms of service – Somali Speech AI',
      description: 'The rules for using Somali Speech AI, in plain words.',
    },
    useCases: {
      title: 'Use cases – Somali Speech AI',
      description:
        'How Somali speech turned into text helps in education, media, accessibility, research and business.',
    },
    demo: { title: 'Demo – Somali Speech AI', description: 'Record or upload Somali speech and read it as text.' },
    account: { title: 'Your account – Somali Speech AI', description: 'Your name, your attempts and your data.' },
    offline: { title: 'You are offline – Somali Speech AI', description: 'There is no internet connection.' },
    notFound: { title: 'Page not found – Somali Speech AI', description: 'This page does not exist.' },
  },
  sampleNames: { greeting: 'A greeting', clinic: 'At the clinic', market: 'At the market' },
  nav: {
    label: 'Main',
    skip: 'Skip to the content',
    home: 'Somali Speech AI, home',
    features: 'Features',
    howItWorks: 'How it works',
    useCases: 'Use cases',
    demo: 'Demo',
    signUp: 'Sign up',
    signIn: 'Sign in',
    signOut: 'Sign out',
    account: 'Your account',
    openMenu: 'Menu',
    closeMenu: 'Close menu',
    language: 'Language',
    attempts: { one: '{n} attempt left', other: '{n} attempts left' },
    unlimited: 'Unlimited attempts',
    session: {
      network: 'No internet connection. We go on when it is back.',
      server: 'Our server is not answering properly. You stay signed in, and we keep trying.',
      ending: 'Your sign-in ends within 5 minutes. Finish what you are doing, then ask for a new link.',
    },
  },
  footer: {
    label: 'Footer',
    about: 'Somali speech turned into text and English, by a non-profit, for everyone who speaks Somali.',
    product: 'Product',
    legal: 'Legal',
    contact: 'Contact',
    privacy: 'Privacy policy',
    terms: 'Terms of service',
    writeToUs: 'Write to us',
    caution: 'The AI system is under development and may not be 100% accurate.',
  },
  actions: {
    close: 'Close',
    cancel: 'Cancel',
    tryAgain: 'Try Again',
    backHome: 'Back to home',
  },
  states: {
    loading: 'Loading',
    needsScript: 'This page records and plays sound, for which it needs JavaScript.',
  },
  notFound: {
    heading: '404',
    message: 'Oops! Page not found',
    hint: 'The address may be mistyped, or the page may have moved.',
    home: 'Return to Home',
  },
  offline: {
    heading: 'You are offline',
    message: 'There is no internet connection. A recording you made stays on this device until you send or delete it.',
    retry: 'Try Again',
  },
};
