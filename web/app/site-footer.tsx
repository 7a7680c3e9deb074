import { Link } from 'wouter';
import { LogoMark } from '../components/ui/elements.tsx';
import { Provider } from '../components/ui/provider.tsx';
import { useText } from '../lib/language-context.ts';
import { useServices } from '../lib/services.ts';
import styles from './site-footer.module.css';

export function SiteFooter() {
  const { footer, nav, productName } = useText('common');
  const { email } = useServices().operator;
  const pageLink = (href: string, name: string) => (
    <li>
      <Link href={href}>{name}</Link>
    </li>
  );
  return (
    <footer className={styles.footer}>
      <div className={styles.cloth} aria-hidden="true" />
      <div className={styles.columns}>
        <div className={styles.about}>
          <p className={styles.brand}>
            <LogoMark className={styles.mark} />
            {productName}
          </p>
          <p>{footer.about}</p>
          <Provider />
        </div>
        <nav aria-label={footer.label} className={styles.lists}>
          <div>
            <h2>{footer.product}</h2>
            <ul>
              {pageLink('/demo', nav.demo)}
              {pageLink('/use-cases', nav.useCases)}
            </ul>
          </div>
          <div>
            <h2>{footer.legal}</h2>
            <ul>
              {pageLink('/privacy', footer.privacy)}
              {pageLink('/terms', footer.terms)}
            </ul>
          </div>
          <div>
            <h2>{footer.contact}</h2>
            <ul>
              <li>
                <a href={`mailto:${email}`}>{email}</a>
              </li>
            </ul>
          </div>
        </nav>
      </div>
    </footer>
  );
}
