import { flushSync } from 'react-dom'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { create } from 'zustand'
import { useMediaQuery } from './media-query.ts'

const WIDE = '(width >= 80rem)'

function Width({ name }: { name: string }) {
  const isWide = useMediaQuery(WIDE)
  return <p>{`${name}: ${isWide ? 'wide' : 'narrow'}`}</p>
}

test('all components learn of a change, also if one of them renders before the browser reports it', async () => {
  await page.viewport(1440, 900)
  const useRenders = create(() => 0)
  function First() {
    useRenders()
    return <Width name="first" />
  }
  await render(
    <>
      <First />
      <Width name="second" />
    </>,
  )
  await expect.element(page.getByText('second: wide', { exact: true })).toBeVisible()
  // Renders in a loop of tasks, so that one of them runs between the change of the width and the frame that reports it.
  const tasks = new MessageChannel()
  tasks.port1.addEventListener('message', () => {
    flushSync(() => useRenders.setState((renders) => renders + 1))
    tasks.port2.postMessage(undefined)
  })
  tasks.port1.start()
  tasks.port2.postMessage(undefined)
  onTestFinished(() => tasks.port1.close())
  for (const [width, words] of [
    [1200, 'narrow'],
    [1440, 'wide'],
  ] as const) {
    await page.viewport(width, 900)
    await expect.element(page.getByText(`first: ${words}`, { exact: true })).toBeVisible()
    await expect.element(page.getByText(`second: ${words}`, { exact: true })).toBeVisible()
  }
})
