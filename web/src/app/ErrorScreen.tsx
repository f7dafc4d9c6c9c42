import { Component, type ReactNode } from 'react'
import { AuthFrame } from '#features/auth/index.ts'
import { Button } from '#ui/components/controls/Button.tsx'

/**
 * The outermost error boundary. It catches render errors, and failures to load the code of the app, for example in a
 * tab that was open during an update.
 */
export class ErrorScreen extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <AuthFrame>
        <h1>Da ist etwas schiefgegangen</h1>
        <p className="muted">Ein Teil der Seite konnte nicht geladen werden.</p>
        <Button kind="primary" block onClick={() => globalThis.location.reload()}>
          Seite neu laden
        </Button>
      </AuthFrame>
    )
  }
}
