type Folding = { domains: RegExp; canonical?: string; tag: string; ignoresDots?: boolean };

const yandexDomains =
  /^(ya\.ru|yandex\.(ru|com|by|kz|ua|uz|az|ee|fr|kg|lt|lv|md|tj|tm|com\.am|com\.ge|com\.tr|co\.il))$/;

/** The large providers' rules for several spellings of one mailbox; other domains may mean what they write. */
const foldings: readonly Folding[] = [
  { domains: /^(gmail|googlemail)\.com$/, canonical: 'gmail.com', tag: '+', ignoresDots: true },
  { domains: /^((outlook|hotmail|live)\.[a-z.]{2,6}|msn\.com)$/, tag: '+' },
  { domains: /^(yahoo\.[a-z.]{2,6}|(ymail|rocketmail|myyahoo)\.com)$/, tag: '-' },
  { domains: /^(icloud|me|mac)\.com$/, canonical: 'icloud.com', tag: '+' },
  { domains: /^fastmail\.(com|fm)$/, tag: '+' },
  { domains: /^(zoho|zohomail)\.(com|eu|in)$/, tag: '+' },
  { domains: /^gmx\.(com|net|de|at|ch|co\.uk|us)$/, tag: '+' },
  { domains: yandexDomains, canonical: 'yandex.ru', tag: '+' },
  { domains: /^hey\.com$/, tag: '+' },
  { domains: /^(proton\.me|protonmail\.com|pm\.me)$/, canonical: 'proton.me', tag: '+' },
];

/** Mail to `anything@name.fastmail.com` arrives at `name@fastmail.com`. */
const unfoldSubdomain = (email: string): string => email.replace(/^[^@]+@([^.]+)\.(fastmail\.(?:com|fm))$/, '$1@$2');

/** The mailbox behind a normalised address, by which free attempts are counted; mail goes to the address itself. */
export function mailboxOf(email: string): string {
  const [name = '', domain = ''] = unfoldSubdomain(email).split('@');
  const folding = foldings.find(({ domains }) => domains.test(domain));
  if (!folding) return email;
  const base = name.split(folding.tag)[0] || name;
  const folded = folding.ignoresDots ? base.replaceAll('.', '') : base;
  return `${folded}@${folding.canonical ?? domain}`;
}
