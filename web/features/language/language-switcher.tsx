import { languageNames, languages } from '#shared/languages.ts';
import { useLanguage, useText } from '../../lib/language-context.ts';
import styles from './language-switcher.module.css';

/** The languages under their own names; links, so that it works before (or without) the script too. */
export function LanguageSwitcher() {
  const { language, setLanguage } = useLanguage();
  const { nav } = useText('common');
  return (
    <ul className={styles.switcher} aria-label={nav.language}>
      {languages.map((each) => (
        <li key={each}>
          <a
            href={`?lang=${each}`}
            hrefLang={each}
            lang={each}
            aria-current={each === language ? 'true' : undefined}
            onClick={(event) => {
              event.preventDefault();
              setLanguage(each);
            }}
          >
            {languageNames[each]}
          </a>
        </li>
      ))}
    </ul>
  );
}
