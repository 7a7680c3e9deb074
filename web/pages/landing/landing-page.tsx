import { useFirstVisitPopup } from './first-visit.ts';
import { HeroSection } from './hero-section.tsx';
import { AboutSection, FeaturesSection, HowItWorksSection, PreviewSection } from './sections.tsx';

export function LandingPage() {
  useFirstVisitPopup();
  return (
    <>
      <HeroSection />
      <FeaturesSection />
      <HowItWorksSection />
      <PreviewSection />
      <AboutSection />
    </>
  );
}
