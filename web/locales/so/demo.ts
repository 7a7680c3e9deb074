import type { demo as english } from '../en/demo.ts';
import { demoProcessing } from './demo-processing.ts';
import { demoRecorder } from './demo-recorder.ts';
import { demoResults } from './demo-results.ts';

export const demo: typeof english = {
  page: {
    title: 'Tijaabo – Somali Speech AI',
    description: 'Duub ama soo geli cod Soomaali ah, oo qoraal ahaan u akhriso.',
  },
  titles: { recorder: 'Duub ama soo geli', processing: 'Waa laga shaqaynayaa', result: 'Qoraalkaaga' },
  loading: 'Waa la soo rarayaa',
  offline: 'Internet ma jiro. Tijaabadu way furmi doontaa marka uu soo noqdo.',
  wall: {
    title: 'Waa inaad isdiiwaangeliso',
    offer: {
      one: 'Isdiiwaangeli si aad u hesho {n} isku day oo bilaash ah.',
      other: 'Isdiiwaangeli si aad u hesho {n} isku day oo bilaash ah.',
    },
    mail: 'Linkiga gelitaanka ayaan iimayl kuugu soo diraynaa. Fure sir ah uma baahnid.',
  },
  engine: {
    fetching: 'Nidaamka buuxa waa la soo dejinayaa: {percent}%. Isaga ayaa iskii u beddeli doona.',
    starting: 'Nidaamka hadalka weli waa la diyaarinayaa. Hadda waad duubi kartaa.',
    downloading: 'Nidaamka hadalka waa la soo dejinayaa: {percent}%. Hadda waad duubi kartaa.',
    failed: 'Nidaamka hadalku hadda ma shaqaynayo. Fadlan mar dambe soo noqo.',
  },
  shared: {
    title: 'Farriin cod ah ayaa ku sugaysa',
    question:
      'Barnaamij ama bog kale ayaa “{name}” u soo diray qalabkan. Ma adigaa leh, mana rabtaa inaad halkan ku isticmaasho?',
    replaces: 'Waxay beddelaysaa duubista hoose.',
    use: 'Isticmaal',
    remove: 'Tirtir',
  },
  leave: {
    title: 'Ma ka tagaysaa boggan?',
    recording: 'Waad duubaysaa. Haddii aad hadda ka tagto, wixii aad ilaa hadda tiri way lumayaan.',
    editing: 'Waxa aad qorayso weli ma kaydin. Haddii aad hadda ka tagto way lumayaan.',
    unsaved: 'Wax aad beddeshay weli akoonkaaga laguma kaydin. Haddii aad hadda ka baxdo way lumayaan.',
    stay: 'Halkan joog',
    go: 'Ka tag',
  },
  attempts: {
    last: 'Hal isku day oo bilaash ah ayaa kuu haray!',
    remaining: {
      one: '{n} isku day oo bilaash ah ayaa kuu haray',
      other: '{n} isku day oo bilaash ah ayaa kuu haray',
    },
    unlimited: 'Isku day aan xad lahayn',
    toasts: {
      last: {
        title: 'Isku daygii kuugu dambeeyey ee bilaashka ahaa waad isticmaashay!',
        detail: 'Nala soo xiriir si aad wax uga ogaato adeegga dheeraadka ah.',
      },
      one: { title: 'Hal isku day oo keliya ayaa kuu haray!', detail: "Si fiican uga faa'iidayso!" },
      recorded: {
        one: 'Isku daygii waa la diiwaangeliyey. {n} isku day ayaa kuu haray.',
        other: 'Isku daygii waa la diiwaangeliyey. {n} isku day ayaa kuu haray.',
      },
    },
    exhausted: {
      heading: 'Isku dayadii way dhammaadeen',
      finished: 'Saddexdii isku day waad dhammaysay',
      contact: 'Haddii aad wax dheeraad ah u baahan tahay, nala soo xiriir',
      benefitsHeading: 'Adeegga dheeraadka ah waxaad ku helaysaa',
      benefits: ['Isku day aan xad lahayn', 'Hawlo horumarsan', 'Caawimo mudnaan leh'],
      button: 'Nala soo xiriir',
      home: 'Ku noqo bogga hore',
    },
    notice: {
      title: 'Dhammaan isku dayadii bilaashka ahaa waad isticmaashay',
      hint: 'Nala soo xiriir haddii aad dheeraad u baahan tahay.',
      button: 'Nala soo xiriir',
    },
  },
  recorder: demoRecorder,
  processing: demoProcessing,
  results: demoResults,
};
