import { onTestFinished } from 'vitest'
import { connection } from '#client/connection.ts'
import { type CopiesView, copiesView, resetCopiesView } from '#client/copies-view.ts'

/** The server is away until the end of the test; this lies on the device. */
export function loseConnection(here: Partial<CopiesView> = {}): void {
  copiesView.setState(here)
  connection.setState({ lost: 'server' })
  onTestFinished(() => {
    connection.setState({ lost: undefined })
    resetCopiesView()
  })
}
