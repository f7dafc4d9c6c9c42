import { useQuery } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { loseConnection } from '#testing/lose-connection.ts'
import { TestApp } from '#testing/TestApp.tsx'
import { WaitingNotice } from './WaitingNotice.tsx'

/** A page whose query is never answered. */
function Page() {
  useQuery({ queryKey: ['never'], queryFn: () => new Promise<string>(() => undefined) })
  return <WaitingNotice />
}

test('a page that waits for long says so, unless the connection is lost, which is said already', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  await render(
    <TestApp>
      <Page />
    </TestApp>,
  )
  await vi.advanceTimersByTimeAsync(3000)
  const notice = page.getByText(/^Diese Seite wartet noch auf den Server\./)
  await expect.element(notice).toBeVisible()
  loseConnection()
  await expect.element(notice).not.toBeInTheDocument()
})
