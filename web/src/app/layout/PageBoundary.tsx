import RefreshCw from 'lucide-react/icons/refresh-cw'
import { Component, type ReactNode } from 'react'
import { Button } from '#ui/components/controls/Button.tsx'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'

interface State {
  failed: boolean
  /**
   * Whether there was no connection when the page failed. The document must not be reloaded then, because that would
   * end the app and the playback.
   */
  isOffline: boolean
}

/**
 * The error boundary of a page. If the page cannot be loaded or rendered, the player and the navigation keep working. A
 * page that has failed without a connection is loaded again when the connection returns.
 */
export class PageBoundary extends Component<{ children: ReactNode }, State> {
  override state = { failed: false, isOffline: false }

  static getDerivedStateFromError(): State {
    return { failed: true, isOffline: !navigator.onLine }
  }

  override componentDidMount() {
    addEventListener('online', this.retryAfterOffline)
  }

  override componentWillUnmount() {
    removeEventListener('online', this.retryAfterOffline)
  }

  private readonly retry = () => this.setState({ failed: false, isOffline: false })

  private readonly retryAfterOffline = () => {
    if (this.state.isOffline) this.retry()
  }

  override render() {
    if (!this.state.failed) return this.props.children
    const { isOffline } = this.state
    return (
      <EmptyState
        failed
        level={1}
        title="Da ist etwas schiefgegangen"
        action={
          <Button kind="inverse" onClick={isOffline ? this.retry : () => globalThis.location.reload()}>
            <RefreshCw className="icon icon-small" aria-hidden />
            {isOffline ? 'Erneut versuchen' : 'Seite neu laden'}
          </Button>
        }
      >
        Ein Teil der Seite konnte nicht geladen werden.
      </EmptyState>
    )
  }
}
