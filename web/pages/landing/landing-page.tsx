import { lazy, Suspense } from 'react';
import { FeaturesSection } from './features-section.tsx';
import { HeroSection } from './hero-section.tsx';
import { HowItWorksSection } from './how-it-works-section.tsx';
import { PreviewSection } from './preview-section.tsx';
import { TrustSection } from './trust-section.tsx';
import { useFirstVisitPopup } from './use-first-visit-popup.ts';

const FirstVisitPopup = lazy(async () => ({ default: (await import('./first-visit-popup.tsx')).FirstVisitPopup }));

export function LandingPage() {
  const popup = useFirstVisitPopup();
  return (
    <>
      <HeroSection />
      <FeaturesSection />
      <HowItWorksSection />
      <PreviewSection />
      <TrustSection />
      <Suspense fallback={null}>{popup.isOpen && <FirstVisitPopup onClose={popup.close} />}</Suspense>
    </>
  );
}
