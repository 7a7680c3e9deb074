import { Component, type ReactNode, Suspense } from 'react';

type Props = { fallback?: ReactNode; children: ReactNode };

/** Where a part cannot be fetched, without a line or after a release, that part is missing and not the whole page. */
export class Boundary extends Component<Props, { hasFailed: boolean }> {
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override state = { hasFailed: false };
  override render() {
    return this.state.hasFailed ? this.props.fallback : <Suspense fallback={null}>{this.props.children}</Suspense>;
  }
}
