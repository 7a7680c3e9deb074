import { lazy, Suspense, useCallback } from 'react';
import { useLanguage } from '../../lib/language-context.ts';
import { loadTexts } from '../../lib/text-registry.ts';
import { AboutSection } from './about-section.tsx';
import { FeaturesSection } from './features-section.tsx';
import { HeroSection } from './hero-section.tsx';
import { HowItWorksSection } from './how-it-works-section.tsx';
import { PreviewSection } from './preview-section.tsx';
import { useFirstVisitPopup } from './use-first-visit-popup.ts';

const loadPopup = () => import('./first-visit-popup.tsx');
const FirstVisitPopup = lazy(async () => ({ default: (await loadPopup()).FirstVisitPopup }));

export function LandingPage() {
  const { language } = useLanguage();
  const fetchAhead = useCallback(() => {
    void loadPopup();
    void loadTexts(language, 'auth');
  }, [language]);
  const popup = useFirstVisitPopup(fetchAhead);
  return (
    <>
      <HeroSection />
      <FeaturesSection />
      <HowItWorksSection />
      <PreviewSection />
      <AboutSection />
      <Suspense fallback={null}>{popup.isOpen && <FirstVisitPopup onClose={popup.close} />}</Suspense>
    </>
  );
}
