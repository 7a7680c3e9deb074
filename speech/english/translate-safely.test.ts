import { expect, it, vi } from 'vitest';
import { readTable } from '../somali/word-list.ts';
import { lookUp } from './lexicon.ts';
import { translateSafely } from './translate-safely.ts';

const sure = [-0.02, -0.02, -0.02, -0.02];
const says = (text: string, tokenLogProbabilities: readonly number[] = sure) =>
  vi.fn(async () => ({ text, tokenLogProbabilities, isCut: false }));

it('gives everyday phrases and single words from the lexicon, without asking the translator', async () => {
  const translate = says('Beans');
  expect(await translateSafely('starter', 'Biyo.', translate)).toMatchObject({ text: 'Water.', isUnderstood: true });
  expect((await translateSafely('starter', 'Galab wanaagsan, saaxiib.', translate)).text).toBe(
    'Good afternoon, friend.',
  );
  expect(translate).not.toHaveBeenCalled();
});

it.each([
  ['Ilaahay naxaristii jano ha ka waraabiyo.', 'May God grant him the mercy of paradise.'],
  ['Is ka waran?', 'How are you doing?'],
  ['Waxba maaha.', "It's nothing."],
])('knows a phrase whose doubled letters or spaces were misheard: %s', async (heard, english) => {
  const translate = says('Beans');
  expect((await translateSafely('starter', heard, translate)).text).toBe(english);
  expect(translate).not.toHaveBeenCalled();
});

it('asks for one English whichever mark stands for the glottal stop', async () => {
  for (const mark of "'\u2018\u2019\u02bb\u02bc\u02be\u02c8\u2032`\u00b4\uff07") {
    const translate = says('It is not true.');
    await translateSafely('starter', `Ma${mark}aha run.`, translate);
    expect(translate).toHaveBeenCalledExactlyOnceWith("Ma'aha run.");
  }
});

it('shows a translation that contradicts nothing, with its own score', async () => {
  const source = 'Waxaan aadayaa suuqa berri subax.';
  const { text, isUnderstood, score } = await translateSafely(
    'starter',
    source,
    says('I am going to the market tomorrow morning.'),
  );
  expect([text, isUnderstood]).toEqual(['I am going to the market tomorrow morning.', true]);
  expect(score).toBeGreaterThan(6);
});

it.each([
  ['turns a command into its opposite', says('Do not go to the doctor tomorrow.')],
  ['writes a word that nobody says', says('Go to the dochterian tomorrow.')],
  ['is hardly sure of itself', says('The frankincense is a knee tomorrow.', [-5, -4, -6])],
  ['knows none of the words', says('[not understood]', [-10])],
])('shows the words it knows in place of a translation that %s', async (_, translate) => {
  const result = await translateSafely('starter', 'Dhakhtarka u tag berri.', translate);
  expect(result.isUnderstood).toBe(false);
  expect(result.text).toMatch(/^\[not understood] \(.*berri: tomorrow.*\)$/);
  expect(result.score).toBeLessThan(4.5);
});

it('gives two meanings of a word that has them, and none of a word that only holds the sentence together', async () => {
  const { text } = await translateSafely('starter', 'Waa daawo dhib leh marka.', says('[not understood]', [-10]));
  expect(text).toBe('[not understood] (daawo: medicine / watch · dhib: problem / trouble)');
});

it.each([
  ['Daawada carruurta lama siiyo.', 'lama: not'],
  ['Bidix hadda ha u leexan.', 'ha: do not'],
  ['Ma seexan karo xanuunka.', 'ma: not'],
])('keeps the *not* of a sentence it did not understand: %s', async (source, shown) => {
  const { text } = await translateSafely('starter', source, says('[not understood]', [-10]));
  expect(text).toContain(shown);
});

it('gives no *not* for the "ma" of a question', async () => {
  const { text } = await translateSafely('starter', 'Lacag caddaan ah ma leh?', says('[not understood]', [-10]));
  expect(text).not.toContain('not /');
  expect(text).not.toContain('does not');
  expect(text).toContain('lacag: money');
});

it('marks English that is not quite sure of itself', async () => {
  const source = 'Waxaan aadayaa suuqa berri subax.';
  const unsure = [-0.45, -0.45, -0.45, -0.45];
  const { text, isUnderstood } = await translateSafely(
    'starter',
    source,
    says('I am going to the market tomorrow.', unsure),
  );
  expect([text, isUnderstood]).toEqual(['I am going to the market tomorrow. (?)', true]);
  // A translator whose doubts nobody has measured is shown as it is.
  expect(
    (await translateSafely('madlad400-3b-mt', source, says('I am going to the market tomorrow.', unsure))).text,
  ).toBe('I am going to the market tomorrow.');
});

it.each([
  ['whose words are likely as a whole only by a little', 'I am going to the market tomorrow.', [-0.17, -0.17, -0.17]],
  ['that speaks of nobody where the Somali says "I"', 'The market is tomorrow morning.', sure],
])('marks English %s', async (_, english, probabilities) => {
  const source = 'Waxaan aadayaa suuqa berri subax.';
  expect((await translateSafely('starter', source, says(english, probabilities))).text).toBe(`${english} (?)`);
});

it.each([
  ['Laguuma yeerin weli.', 'He has not been called yet.', 'You have not been called yet.'],
  ['Shalay kaama helin guriga.', 'I did not find the house yesterday.', 'I did not find you at home yesterday.'],
  ['Way noo sheegtay xalay.', 'She told him last night.', 'She told us last night.'],
])('marks English that speaks of other persons: %s', async (source, wrong, right) => {
  expect((await translateSafely('starter', source, says(wrong))).text).toBe(`${wrong} (?)`);
  expect((await translateSafely('starter', source, says(right))).text).toBe(right);
});

it('marks English whose "not" the Somali leaves open, and never calls it sure', async () => {
  const source = 'Ma imanayo berri, mana soo wacayo.';
  const { text, score } = await translateSafely('starter', source, says('I am not coming tomorrow, and I will call.'));
  expect(text).toBe('I am not coming tomorrow, and I will call. (?)');
  expect(score).toBeLessThan(7.5);
});

it.each([
  ['Taleefoon baanan haysan.', 'I have a new telephone.'],
  ['Codkaaga si fiican ima maqlayso.', 'You hear my voice well.'],
])('does not show a sentence that lost its "not": %s', async (source, english) => {
  expect((await translateSafely('starter', source, says(english))).isUnderstood).toBe(false);
});

it.each([
  ['Khamriga badan ka taxaddar.', 'Beware of too much alcohol.'],
  ['Kiradu waa 350 doolar.', 'The rent is $350.'],
  ['Neefsashadu way ku dhib badan tahay.', 'Breathing is difficult for him.'],
])('shows words of harm where the English is sure and says them: %s', async (source, english) => {
  expect((await translateSafely('starter', source, says(english))).text).toBe(english);
  const unsure = await translateSafely('starter', source, says(english, [-0.35, -0.35, -0.35]));
  expect(unsure.isUnderstood).toBe(false);
});

it.each([
  ['Neefsashadu way ku dhib badan tahay.', 'He had trouble listening.', 'dhib'],
  ['Dhiigga ayaa la baaray.', 'The road was examined.', 'dhiigga: the blood'],
  ['Waa la tarxiilay.', 'He was welcomed.', ''],
  ['Walaashay waa xaamilo.', 'My sister is a porter.', 'xaamilo: pregnant'],
  ['Ka taxaddar khamriga badan.', 'Take too much tea.', 'taxaddar: caution / beware · khamriga: the alcohol'],
])('gives the words in place of English that lost one of harm: %s', async (source, english, gloss) => {
  const { text, isUnderstood } = await translateSafely('starter', source, says(english));
  expect([isUnderstood, text.includes('(?)')]).toEqual([false, false]);
  expect(text).toContain(gloss);
});

it('has English for every form of harm, to stand where the sentence is not shown', () => {
  const forms = readTable(new URL('words-of-harm.tsv', import.meta.url)).flatMap(([, somali = '']) =>
    somali.split(' '),
  );
  expect(forms.filter((form) => !form.endsWith('-') && lookUp(form) === undefined)).toEqual([]);
});

it.each([
  ['Zubeydi way timid.', 'Zubaydi came.', 'Zubeydi came.'],
  ['Zubeydi way timid.', "Zubeydi's here.", "Zubeydi's here."],
  ['Barwaaqo way timid.', 'Prosperity came.', 'Prosperity came. (?)'],
  ['Xaaji Zubeydi way timid.', 'Hajji Zubeidi came.', 'Hajji Zubeydi came.'],
])("keeps the speaker's own names in the English: %s %s", async (source, english, kept) => {
  const own = ['Zubeydi', 'Barwaaqo', 'biyo'];
  expect((await translateSafely('starter', source, says(english), own)).text).toBe(kept);
});

it("takes the speaker's own name alone for a name, and a term of theirs for a word", async () => {
  const translate = says('Beans');
  expect((await translateSafely('starter', 'Barwaaqo.', translate, ['Barwaaqo'])).text).toBe('Barwaaqo.');
  expect((await translateSafely('starter', 'Biyo.', translate, ['biyo'])).text).toBe('Water.');
});
