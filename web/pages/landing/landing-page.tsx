import { lazy, useCallback } from 'react';
import { Boundary } from '../../components/ui/boundary.tsx';
import { useLanguage } from '../../lib/language-context.ts';
import { loadTexts } from '../../lib/text-registry.ts';
import { useFirstVisitPopup } from './first-visit.ts';
import { HeroSection } from './hero-section.tsx';
import { AboutSection, FeaturesSection, HowItWorksSection, PreviewSection } from './sections.tsx';

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
      <Boundary>{popup.isOpen && <FirstVisitPopup onClose={popup.close} />}</Boundary>
    </>
  );
}
