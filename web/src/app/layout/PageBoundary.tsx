import RefreshCw from 'lucide-react/icons/refresh-cw'
import { Component, type ReactNode } from 'react'
import { Button } from '#ui/components/controls/Button.tsx'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { forgetFailedPages } from './lazy-page.ts'

/**
 * The error boundary of a page: when it cannot be loaded or rendered, the player and the navigation keep
 * working.
 */
export class PageBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch() {
    forgetFailedPages()
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <EmptyState
        failed
        level={1}
        title="Da ist etwas schiefgegangen"
        action={
          <Button kind="inverse" onClick={() => globalThis.location.reload()}>
            <RefreshCw className="icon icon-small" aria-hidden />
            Seite neu laden
          </Button>
        }
      >
        Ein Teil der Seite konnte nicht geladen werden.
      </EmptyState>
    )
  }
}
