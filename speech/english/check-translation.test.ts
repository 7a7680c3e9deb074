import { describe, expect, it } from 'vitest';
import { findContradictions, measureCoverage } from './check-translation.ts';
import { findEnglishNumbers, findSomaliNumbers } from './spoken-numbers.ts';

describe('a translation is not shown when it', () => {
  it.each([
    ['number', 'Laba jeer maalintii qaado toddoba maalmood.', 'Take it seven times a day.'],
    ['number', 'Kiradu waa 350 doolar.', 'The rent is 250 dollars.'],
    ['number', 'Waxay ku kacday laba kun iyo labaatan doolar.', 'It cost two thousand twenty-two dollars.'],
    ['number', 'Saddex caruur ah baan leeyahay.', 'I have children.'],
    ['number', 'Ilmahaygu waa shan jir.', 'My child is fifteen years old.'],
    ['negation', 'Bidix u leexo.', 'Do not turn left.'],
    ['negation', 'Dawadan ha la cabbin caano.', 'Take this medicine with milk.'],
    ['negation', 'Weli ma iman dhakhtarkii, ma jiro qof kale.', 'The doctor came and there is somebody else.'],
    ['negation', 'U sheeg dhakhtarka ama farmashiyaha.', 'Do not tell the pharmacist.'],
    ['direction', 'Bidix u leexo ka dibna toos u soco.', 'Turn right and then go straight.'],
    ['direction', 'Waqooyiga ayaan ka imid.', 'I come from the south.'],
    ['opposite', 'Jaranjarada hoos uga deg.', 'Get up from the stairs.'],
    ['opposite', 'Kaniiniga qaado cuntada ka hor.', 'Take the tablet after food.'],
    ['opposite', 'Cuntada ka dib qaado.', 'Take it before food.'],
    ['opposite', 'Afar ka badan ha qaadan.', 'Do not take less than four.'],
    ['day', 'Isniinta kaalay.', 'Come on Tuesday.'],
    ['day', 'Talaadada ma shaqeeyo.', "I don't work in March."],
    ['day', 'Berri ayaan tagayaa.', 'I went yesterday.'],
    ['name', 'Waxaan codsanayaa magangelyo siyaasadeed.', 'I am asking for asylum in Las Anod.'],
    ['name', 'Qarax ayaa dhacay.', 'A disease has struck Mogadishu.'],
    ['name', 'Magacaygu waa Cabdirisaaq.', 'My name is Hodan.'],
    ['name', 'Shirku wuxuu ka dhacay Boorama.', 'The meeting was held in China.'],
    ['name', 'Wasaaraddu waxay la kulantay ururka.', 'The Ministry met with the Red Cross of Kenya.'],
    ['number', 'Laba kaniini qaado subaxdii.', 'Take another pill in the morning.'],
    ['number', 'Hal kaniini mar kale qaado.', 'Take two pills again.'],
    ['number', 'Siddeed kaniini qaado.', 'Take the pills.'],
    ['number', 'Laba kaniini qaado, soddon ilbiriqsi sug.', 'Take the pills, wait thirty seconds.'],
    ['number', 'Bishii waxaan qaataa shan kaniini.', 'I may take pills every month.'],
    ['number', 'Bisha sagaalaad ayuu furmayaa.', 'It opens in October.'],
    ['word', 'Luqmaan wuxuu ahaa nin wanaagsan.', 'Luqman was a confulture man.'],
    ['word', 'Subaxdii ayaan tagay.', 'Everning I went.'],
    ['word', 'Beritoman.', 'Beritoman.'],
  ])('has another %s: %s', (kind, somali, english) => {
    expect(findContradictions(somali, english)).toContain(kind);
  });
});

describe('a translation is shown when it', () => {
  it.each([
    ['counts with other words', 'Laba jeer maalintii qaado toddoba maalmood.', 'Take it twice a day for seven days.'],
    ['writes digits', 'Labaatan iyo shan sano ayaan jiraa.', 'I am 25 years old.'],
    ['spells digits out', 'Waxaan haystaa 12 riyo.', 'I have twelve goats.'],
    ['separates thousands', 'Qiimuhu waa laba kun iyo shan boqol.', 'The price is 2,500.'],
    ['reads a year', 'Waxaan dhashay 1977.', 'I was born in nineteen seventy-seven.'],
    ['spells three otherwise', 'Seddexda kooxood iyo saddaxdii kale.', 'The three teams and the other three.'],
    ['counts a week', 'Toddobaadka dambe kaalay.', 'Come next week.'],
    ['denies as the Somali does', 'Ma garanayo halka uu joogo.', "I don't know where he is."],
    ['asks where the Somali asks', 'Ma fahantay?', 'Did you understand?'],
    ['says without', 'Cunto la’aan baan ahay.', 'I am without food.'],
    ['names the same person', 'Magacaygu waa Cabdirisaaq.', 'My name is Abdirizak.'],
    ['names the same town', 'Muqdisho ayaan ka imid.', 'I come from Mogadishu.'],
    ['knows a nationality', 'Waxaan ku noolahay Kanada, waxaan ahay Kanadiyaan.', 'I live in Canada, I am Canadian.'],
    ['turns the same way', 'Midig u leexo.', 'Turn right.'],
    ['writes British English', 'Midabka ayaan jeclahay.', "I like the colour; they're neighbours' metres."],
    ['shortens', 'Ma arki karo, ma aha kanaga.', "I can't see it; it isn't ours, and we won't go."],
    ['keeps a Somali word', 'Canjeero ayaan cunay.', 'I ate canjeero.'],
    ['is a name alone', 'Cabdi Maxamed.', 'Abdi Mohamed.'],
    ['begins with a name', 'Cabdirisaaq wuu yimid.', 'Abdirizak came.'],
    ['names a country in its own spelling', 'Walaalkay Ustareeliya ayuu joogaa.', 'My brother is in Australia.'],
    ['counts days of a month', 'Waraysigu waa labaatanka bisha.', 'The interview is on the twentieth.'],
    ['counts past a thousand', 'Boqol waa laba, kunna waa toban.', 'For a hundred it is two, for a thousand ten.'],
    [
      'says before',
      'Inta aanan shaqada bilaabin, heshiis aan qorno.',
      'Before I start the work, let us write a contract.',
    ],
    ['writes a title large', 'Wasiirka Caafimaadka ayaa yimid.', 'Then the Minister of Public Health came.'],
    ['names who Somali calls otherwise', 'Maraykanka iyo Masar ayaan tagay.', 'I went to America and Egypt.'],
    ['names a people', 'Waxay ku hadlaan luuqada isbaanishka.', 'They speak the Spanish language.'],
    ['hears c and x as English writes them', 'Wuxuu joogaa Meksiko iyo Kongo.', 'He is in Mexico and Congo.'],
    ['names a group of two words', 'Kooxda Al-Shabaab ayaa sheegtay.', 'The group Al-Shabaab said so.'],
    ['calls a month by its name', 'Iskuulku wuxuu furmayaa bisha sagaalaad.', 'School opens in September.'],
    ['does it again', 'Codku wuu go’ay, mar labaad i soo wac.', 'The sound went, call me again.'],
    ['asks how somebody is', 'Sideed u dareemaysaa maanta?', 'How are you feeling today?'],
    ['counts roughly', 'Kumanaan qof ayaa yimid.', 'Thousands of people came.'],
    ['counts the seventh', 'Su’aashii toddobaad ka jawaab.', 'Answer the seventh question.'],
    ['says that all is right', 'Waa sax.', 'That is right.'],
  ])('%s: %s', (_, somali, english) => {
    expect(findContradictions(somali, english)).toEqual([]);
  });
});

it('reads numbers of both languages', () => {
  const values = (numbers: ReturnType<typeof findSomaliNumbers>) => numbers.map(({ value }) => value);
  expect(values(findSomaliNumbers('laba boqol iyo konton iyo shan doolar'))).toEqual([255]);
  expect(values(findSomaliNumbers('kow iyo labaatan nin iyo saddex naagood'))).toEqual([21, 3]);
  expect(values(findSomaliNumbers('saddexdii carruurta, labadooda, tobnaad, toddobaadka'))).toEqual([3, 2, 10]);
  expect(values(findEnglishNumbers('two hundred and fifty-five dollars, twice, 1,250.50'))).toEqual([255, 2, 1250.5]);
});

it('measures what the lexicon can follow', () => {
  const { somali, english } = measureCoverage('Ilmahaygu wuu xanuunsan yahay.', 'My child is ill.');
  expect(somali).toBeGreaterThanOrEqual(0.5);
  expect(english).toBeGreaterThanOrEqual(0.5);
  expect(measureCoverage('Ilmahaygu wuu xanuunsan yahay.', 'The road is long.').somali).toBe(0);
  expect(measureCoverage('Xyzzy.', 'Nobody.').somali).toBeNull();
});
