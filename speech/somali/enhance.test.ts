import { describe, expect, it } from 'vitest';
import { enhance, speak } from '#tests/support/check-table.ts';
import { enhanceWords } from './enhance.ts';

describe('enhanceWords', () => {
  it.each([
    ['magacaygu waa cali waxaan ku noolahay muqdisho', 'Magacaygu waa Cali, waxaan ku noolahay Muqdisho.'],
    ['magacaygu waa faadumo | waxaan ka imid hargeysa', 'Magacaygu waa Faadumo. Waxaan ka imid Hargeysa.'],
    ['magacaygu waa hodan', 'Magacaygu waa Hodan.'],
    ['magacaagu waa maxay', 'Magacaagu waa maxay?'],
    ['waan ku faraxsanahay inaan ku arko', 'Waan ku faraxsanahay inaan ku arko.'],
    ['markii uu yimid waxaan aaday suuqa', 'Markii uu yimid waxaan aaday suuqa.'],
    ['markii aan guriga tagay waxaan seexday', 'Markii aan guriga tagay, waxaan seexday.'],
    ['waan daalay laakiin waan shaqaynayaa', 'Waan daalay, laakiin waan shaqaynayaa.'],
    ['waxaan ku hadlaa af soomaali iyo af ingiriisi', 'Waxaan ku hadlaa Af-Soomaali iyo Af-Ingiriisi.'],
    ['af soomaaliga waan jeclahay', 'Af-Soomaaliga waan jeclahay.'],
    ['haddii aadan fahmin waan kuu sheegayaa', 'Haddii aadan fahmin, waan kuu sheegayaa.'],
    ['waxaan cunay canab iyo hilib dubay', 'Waxaan cunay canab iyo hilib dubay.'],
    ['laba kiilo isii fadlan oo iisheeg qiimaha', 'Laba kiilo i sii fadlan oo ii sheeg qiimaha.'],
    ['waa masar iyo luuq iyo amal iyo nimco', 'Waa masar iyo luuq iyo amal iyo nimco.'],
    ['inuu daahir yahay oo uu aamino', 'Inuu daahir yahay oo uu aamino.'],
    ['waxaan arkay geeddi iyo sagal iyo qatar', 'Waxaan arkay geeddi iyo sagal iyo qatar.'],
  ])('writes sentences, names and commas: %s', (heard, written) => {
    expect(enhance(heard)).toBe(written);
  });

  it.each([
    ['magacaagu waa maxay', true],
    ['ma fiican tahay maanta', true],
    ['ma cali baa yimid', true],
    ['dhakhtarka ma arki karaa maanta', true],
    ['miyaad gaajaysan tahay', true],
    ['immisa ayay ku kacaysaa', true],
    ['ma garanayo halkee buu tagay', false],
    ['ma jiro qof guriga jooga', false],
    ['ma iman karo berri', false],
    ['waan daahay maxaa yeelay baska ayaa xumaaday', false],
    ['kuma arkin shalay', false],
    ['sideed qof ayaa la dilay', false],
    ['carruurtu ma cunaan hilibka la keenay', false],
    ['dadku ma oga waxa la sheegay', false],
    ['ma jiraan wax fiican oo aad heli kartaa', false],
    ['shaqadu ma adka waana fududahay', false],
    ['waxaan ka fikirayaa inaan tago mise inaan joogo', false],
    ['waxaan arkay sidee loo sameeyo', false],
    ['wuxuu ka hadlay sidee loo xallin karaa', false],
    ['waan daahay maxaa wacay baska ayaa xumaaday', false],
    ['yaa allaah na caawi', false],
    ['ma baxay cali', true],
    ['ma sameeyay', true],
    ['ma tageen', true],
    ['cali ma yimid', true],
    ['ma timid', true],
    ['ma bixin shalay', false],
    ['ma samayn waxba', false],
    ['miyaanad ogayn', true],
    ['miyaadan ogayn', true],
    ['halkey ku jirtaa', true],
    ['meeqo ayaad rabtaa', true],
    ['waa maxay waxan', true],
    ['miyaynu tagnaa', true],
    ['goormaan kulannaa', true],
    ['aaway buuggii', true],
    ['ka warran caafimaadka', true],
    ['qofkee baa yimid', true],
    ['sababta aad ku jeceshahay waa maxay', true],
    ['ilmuhu cunto ma heystaan', false],
    ['taas ma aaminsani way dhacday', false],
    ['ma dhaqaaqo walaaleey', false],
    ['yaa raxmaan noo naxariiso', false],
    ['halkee buu tagay ma garanayo', false],
    ['waan fiicanahay adigu sidee tahay', true],
    ['waxaan ka fikirayaa maxay samaynayaan', false],
  ])('tells questions from statements: %s → %s', (heard, asks) => {
    expect(enhance(heard).endsWith('?')).toBe(asks);
  });

  it.each([
    ['waxaan haystaa laba iyo labaatan buug', 'Waxaan haystaa 22 buug.'],
    ['waxaan haystaa labaatan iyo laba buug', 'Waxaan haystaa 22 buug.'],
    ['waxay ku kacaysaa shan doollar', 'Waxay ku kacaysaa 5 doollar.'],
    ['waxay ku kacaysaa toban kun oo shilin', 'Waxay ku kacaysaa 10 kun oo shilin.'],
    ['waxaan dhashay sannadkii kun iyo sagaal boqol iyo shan iyo siddeetan', 'Waxaan dhashay sannadkii 1985.'],
    ['waxaa yimid laba kun iyo shan boqol oo qof', 'Waxaa yimid 2,500 oo qof.'],
    ['mid ka mid ah laba nin ayaa yimid', 'Mid ka mid ah laba nin ayaa yimid.'],
    ['boqolkiiba shan iyo toban', '15%.'],
    ['sannadkii laba kun iyo shan iyo labaatankii', 'Sannadkii 2025-kii.'],
    ['sannadkii kun iyo sagaal boqol iyo lixdankii', 'Sannadkii 1960-kii.'],
    ['waxay ku kacday labaatan iyo shan kun oo doollar', 'Waxay ku kacday 25 kun oo doollar.'],
    ['konton iyo laba kun oo qof', '52,000 oo qof.'],
    ['boqol iyo labaatan iyo shan kun oo qof', '125,000 oo qof.'],
    ['laba boqol oo kun oo qof', '200,000 oo qof.'],
    ['hal milyan iyo bar', '1.5 milyan.'],
    ['afartan nin ayaa yimid', 'Afartan nin ayaa yimid.'],
    ['lixdan qof ayaan arkay', 'Lixdan qof ayaan arkay.'],
    ['labada nin iyo saddexda naagood', 'Labada nin iyo saddexda naagood.'],
    ['kow iyo toban maarso', '11 Maarso.'],
    ['cali iyo saddex arday', 'Cali iyo saddex arday.'],
    ['sannadkii kun sagaal boqol laba iyo sagaashan', 'Sannadkii 1992.'],
    ['laba kun iyo toban boqol iyo afartan kun oo mayl', '2,010 140,000 oo mayl.'],
    ['tan iyo labadii kun iyo shan', 'Tan iyo labadii kun iyo shan.'],
    ['boqollaal kun oo qof iyo nus milyan', 'Boqollaal kun oo qof iyo nus milyan.'],
    ['bogga labaatan iyo toddobaad', 'Bogga labaatan iyo toddobaad.'],
    ['laba milyan iyo shan milyan oo qof', '2 milyan iyo 5 milyan oo qof.'],
  ])('writes numbers where a newspaper would: %s', (heard, written) => {
    expect(enhance(heard)).toBe(written);
  });

  it.each([
    ['ehm waxaan waxaan rabaa biyo', 'Waxaan rabaa biyo.'],
    ['waxaan rabaa | ee | biyo', 'Waxaan rabaa biyo.'],
    ['haa | waan imanayaa', 'Haa. Waan imanayaa.'],
    ['buugaag yar yar ayaan arkay', 'Buugaag yar yar ayaan arkay.'],
    ['waa waxaan rabaa biyo', 'Waa waxaan rabaa biyo.'],
    ['su’aal baan qabaaaa', "Su'aal baan qabaa."],
    ['waxan ma rabo', 'Waxan ma rabo.'],
    ['hal mar markii uu yimid', 'Hal mar markii uu yimid.'],
    ['waxaa la sheegay in in ka badan boqol qof yimid', 'Waxaa la sheegay in in ka badan 100 qof yimid.'],
    ['waxa aad aad u jeceshahay', 'Waxa aad aad u jeceshahay.'],
    ['nin soomaali ah ah oo yimid', 'Nin Soomaali ah oo yimid.'],
    ['wasaaradda ee ee caafimaadka', 'Wasaaradda ee caafimaadka.'],
    ['hadii aad timaado waan kula hadlayaa', 'Haddii aad timaado, waan kula hadlayaa.'],
  ])('takes out hesitation and mends spelling, never a real word: %s', (heard, written) => {
    expect(enhance(heard)).toBe(written);
  });

  it.each([
    ['waxaan shalay | tagay suuqa oo aan hilib soo iibsaday', 'Waxaan shalay tagay suuqa oo aan hilib soo iibsaday.'],
    ['haddii aad berri awooddo | xafiiska kaalay', 'Haddii aad berri awooddo xafiiska kaalay.'],
    ['wiilkaygii weynaa | wuxuu ka dhacay geed', 'Wiilkaygii weynaa wuxuu ka dhacay geed.'],
    ['buugga iyo warqadaha | waxaan ku reebay gaariga', 'Buugga iyo warqadaha waxaan ku reebay gaariga.'],
    ['subax wanaagsan / waxaan rabaa ballan', 'Subax wanaagsan. Waxaan rabaa ballan.'],
    ['gargaarka / ay keeneen | wuxuu gaaray dadka', 'Gargaarka ay keeneen wuxuu gaaray dadka.'],
    ['waad mahadsan tahay walaal / ilaahay ha ku barakeeyo', 'Waad mahadsan tahay walaal. Ilaahay ha ku barakeeyo.'],
    ['goormaad timid / xaggee baad degtay', 'Goormaad timid? Xaggee baad degtay?'],
    ['kumaa iska leh gurigan / waxaa iska leh adeerkay', 'Kumaa iska leh gurigan? Waxaa iska leh adeerkay.'],
    ['yaa ku keenay maxaad rabtaa', 'Yaa ku keenay? Maxaad rabtaa?'],
    ['waan daahay maxaa yeeley baska ayaa xumaaday', 'Waan daahay, maxaa yeeley baska ayaa xumaaday.'],
  ])('ends a sentence where its words do, not where the speaker breathes: %s', (heard, written) => {
    expect(enhance(heard)).toBe(written);
  });

  it('keeps every word in its place: same words, same order, empty text where one was taken out', () => {
    const heard = speak('ehm waxaan waxaan haystaa laba iyo labaatan buug | ma rabtaa');
    const { words, sentences } = enhanceWords(heard);
    expect(words.map(({ raw }) => raw)).toEqual(heard.map(({ raw }) => raw));
    expect(words.map(({ startSeconds }) => startSeconds)).toEqual(heard.map(({ startSeconds }) => startSeconds));
    expect(words.map(({ text }) => text)).toEqual([
      '',
      '',
      'Waxaan',
      'haystaa',
      '22',
      '',
      '',
      'buug.',
      'Ma',
      'rabtaa?',
    ]);
    expect(
      words
        .map(({ text }) => text)
        .filter(Boolean)
        .join(' '),
    ).toBe(sentences.map(({ text }) => text).join(' '));
    expect(sentences.map(({ firstWord }) => firstWord)).toEqual([2, 8]);
  });

  it('leaves nothing of nothing', () => {
    expect(enhanceWords([])).toEqual({ words: [], sentences: [] });
  });
});

describe("a speaker's own words", () => {
  const own = ['Qaybsanow', 'WHO', 'Cabdi-Qaadir Toban', 'Biyo Cadde', 'iPhone', 'Zoë'];
  const write = (heard: string) =>
    enhanceWords(speak(heard), own)
      .sentences.map(({ text }) => text)
      .join(' ');
  it.each([
    ['waxaan tagay qaybsanow | waan soo noqday', 'Waxaan tagay Qaybsanow. Waan soo noqday.'],
    ['waxaan la hadlay cabdiqaadir toban iyo zoe', 'Waxaan la hadlay Cabdi-Qaadir Toban iyo Zoë.'],
    ['who ayaa timid | iphone ayaan iibsaday', 'WHO ayaa timid. IPhone ayaan iibsaday.'],
    ['waxaan tagay biyo cadde', 'Waxaan tagay Biyo Cadde.'],
    ['biyo cad baan cabay', 'Biyo cad baan cabay.'],
    ['labaatan iyo toban', enhance('labaatan iyo toban')],
  ])('are written as they are given, and nothing else is: %s', (heard, written) => {
    expect(write(heard)).toBe(written);
  });

  it('keep the places of all words', () => {
    const words = speak('waxaan la hadlay cabdiqaadir toban eh shalay');
    expect(enhanceWords(words, own).words.map(({ raw }) => raw)).toEqual(words.map(({ raw }) => raw));
  });
});
