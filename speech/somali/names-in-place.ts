import { namesOf, people, spellName } from './names.ts';
import { listWords, setOfWords } from './word-list.ts';

// Names that are common words too: they keep their small letter unless the words around them say that they are names.

/** Names of more than one word of which some are plain words alone. */
const phrases = [...namesOf('name of several words')].map(listWords);

/** Given names that are plain words: light, rich, flower, journey, prosperity… */
const plainNames = namesOf('plain word and given name');

const districts = namesOf('district');
const isDistrictWord = (word: string) => word === 'degmada' || word === 'xaafadda';

/** `magacaygu waa hodan`: whatever stands there is a name, plain word or not. */
const introducer = /^magac(?:ayg|eyg|aag|iis|eed)u$/;
const calledWord = /^(?:yiraahdo|yidhaahdo|dhaho|yiraahdaa|yidhaahdaa)$/;
const somebody = /^(?:qof|nin|naag|gabar|gabadh|wiil|inan|oday|islaan|haween|arday|magac)/;
/** No other word follows these but the name. */
const titles = setOfWords('marwo mudane jaalle');

const isName = (word: string | undefined): boolean =>
  word !== undefined && (plainNames.has(word) || spellName(word) !== undefined);
const isPerson = (word: string | undefined): boolean => word !== undefined && people.has(word) && !plainNames.has(word);

/** Where a row of names may begin: somebody is introduced, called something or addressed. */
function beginsName(words: readonly string[], at: number): boolean {
  const word = words[at] ?? '';
  const [before = '', last = ''] = [words[at - 2] ?? '', words[at - 1] ?? ''];
  if (last === 'waa' && introducer.test(before)) return word !== 'maxay';
  if (titles.has(last)) return isName(word);
  if (isDistrictWord(last)) return districts.has(word);
  const speaksOfSomebody = words.slice(Math.max(0, at - 6), at - 2).some((other) => somebody.test(other));
  return before === 'la' && calledWord.test(last) && speaksOfSomebody && isName(word);
}

function findPhrases(words: readonly string[]): number[] {
  return words.flatMap((_, at) =>
    phrases.flatMap((phrase) =>
      phrase.every((word, offset) => words[at + offset] === word) ? phrase.map((__, offset) => at + offset) : [],
    ),
  );
}

/** Places of the words (lower case) of a sentence that are names there and plain words elsewhere. */
export function findNames(words: readonly string[]): ReadonlySet<number> {
  const found = new Set(findPhrases(words));
  words.forEach((word, at) => {
    const continues = found.has(at - 1) && !isDistrictWord(words[at - 2] ?? '') && isName(word);
    // `cali nuur maxamed`: three names in a row are one person.
    const isBetween = plainNames.has(word) && isPerson(words[at - 1]) && isPerson(words[at + 1]);
    if (beginsName(words, at) || continues || isBetween) found.add(at);
  });
  return found;
}
