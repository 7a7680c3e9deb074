import type { feedback as english } from '../en/feedback.ts';

export const feedback: typeof english = {
  right: {
    question: 'Qoraalkani ma sax yahay?',
    yes: 'Haa, waa sax',
    no: 'Maya, sax ma aha',
    thanks: 'Mahadsanid.',
    correct: 'Mahadsanid. Qoraalka kore waad saxi kartaa.',
  },
  teaching: {
    question: 'Ma isticmaali karnaa duubistaada iyo qoraalka aad saxday si aan wax ugu barno nidaamka xiga?',
    details:
      'Waxay khusaysaa duubis kasta oo aad saxdo. Dadka nala shaqeeya way dhegaysan karaan; magacaaga iyo cinwaankaagu kuma jiraan. Waxaan haynaynaa in ka badan {days} maalmood ee caadiga ah, ilaa aad bogga akoonkaaga ka tiraahdo maya.',
    setting: 'Nidaamka xiga waxaa wax lagu bari karaa duubisyada aan saxo',
    later: 'Mar kale',
  },
  yes: 'Haa',
  no: 'Maya',
};
