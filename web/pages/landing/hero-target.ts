/** Spec §2: the demo itself when signed in; otherwise the page's demo section, or the demo where there is none. */
export function chooseHeroTarget(isAuthenticated: boolean, hasDemoSection: boolean): '/demo' | '#demo' {
  return isAuthenticated || !hasDemoSection ? '/demo' : '#demo';
}
