import { onTestFinished } from 'vitest'
import { connection } from '#client/connection.ts'
import { type CopiesView, copiesView, resetCopiesView } from '#client/copies-view.ts'

/** Lets the connection be lost until the end of the test. `here`: what is stored on this device. */
export function loseConnection(here: Partial<CopiesView> = {}): void {
  copiesView.setState(here)
  connection.setState({ lost: 'server' })
  onTestFinished(() => {
    connection.setState({ lost: undefined })
    resetCopiesView()
  })
}
