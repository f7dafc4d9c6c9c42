import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import * as z from 'zod/mini'
import { freePort } from '../../server/src/testing/free-port.ts'

/** Controls WebKit by the W3C WebDriver protocol, https://www.w3.org/TR/webdriver2/. */
export interface WebKit {
  goTo: (url: string) => Promise<void>
  /** The value of an expression in the page. */
  evaluate: (expression: string) => Promise<unknown>
  /** Waits until the expression returns an element, and clicks it with a mouse. */
  click: (expression: string) => Promise<void>
  /** Types into the element that the expression returns. */
  type: (expression: string, text: string) => Promise<void>
  /** A screenshot of the window as a PNG. */
  screenshot: () => Promise<Buffer>
  end: () => Promise<void>
}

/** The Shift key in WebDriver's text input; a second occurrence releases it. */
export const SHIFT = '\uE008'
export const ENTER = '\uE007'

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const Element = z.object({ [ELEMENT]: z.string() })
const Session = z.object({ sessionId: z.string() })
const Answer = z.object({ value: z.unknown() })
const WAIT_MS = 15_000

/** `browser`: the path of WebKitGTK's MiniBrowser. */
export async function openWebKit(browser: string): Promise<WebKit> {
  const port = await freePort()
  // Xvfb is started on a free display, and ends with the driver.
  const driver = spawn(
    'xvfb-run',
    ['--auto-servernum', '--server-args=-screen 0 1440x1000x24', 'WebKitWebDriver', `--port=${port}`],
    // Test machines have no sound device; without one GStreamer plays to a null device, whose clock advances as well.
    {
      detached: true,
      stdio: 'ignore',
      env: { ...process.env, GST_PLUGIN_FEATURE_RANK: 'pulsesink:NONE,alsasink:NONE' },
    },
  )
  const send = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${text}`)
    return z.parse(Answer, JSON.parse(text)).value
  }
  await until(() => send('GET', '/status'))
  const options = { binary: browser, args: ['--automation'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
  const { sessionId } = z.parse(Session, await send('POST', '/session', { capabilities }))
  const session = `/session/${sessionId}`
  const evaluate = (expression: string) =>
    send('POST', `${session}/execute/sync`, { script: `return ${expression}`, args: [] })
  // For a moment the element may still move or be covered.
  const act = (expression: string, action: string, body: object) =>
    until(async () => {
      const found = z.parse(Element, await evaluate(expression))
      const place = () => evaluate(`JSON.stringify(${expression}.getBoundingClientRect())`)
      if ((await place()) !== (await place())) throw new Error('It moves')
      await send('POST', `${session}/element/${found[ELEMENT]}/${action}`, body)
    }, expression)
  return {
    evaluate,
    goTo: async (url) => void (await send('POST', `${session}/url`, { url })),
    click: (expression) => act(expression, 'click', {}),
    type: (expression, text) => act(expression, 'value', { text }),
    screenshot: async () =>
      Buffer.from(z.parse(z.string(), await send('GET', `${session}/screenshot`)), 'base64'),
    end: async () => {
      await send('DELETE', session)
      await stop(driver)
    },
  }
}

/** Ends the driver and its display, which are in one process group. */
async function stop(driver: ChildProcess): Promise<void> {
  const ended = once(driver, 'exit')
  if (driver.pid !== undefined) process.kill(-driver.pid, 'SIGTERM')
  await ended
}

/** Retries until it succeeds. @throws the last failure after 15 s */
async function until<T>(tryIt: () => Promise<T>, what = ''): Promise<T> {
  const deadline = Date.now() + WAIT_MS
  for (;;) {
    try {
      return await tryIt()
    } catch (failure) {
      if (Date.now() > deadline) throw new Error(`Not in time: ${what}`, { cause: failure })
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
