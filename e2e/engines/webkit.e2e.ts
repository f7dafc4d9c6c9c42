import type { RunningArchive } from '../running-archive.ts'
import { person } from '../people.ts'
import { expect, test as base } from '../test.ts'
import { toneFile } from '../tones.ts'
import { ENTER, openWebKit, SHIFT, type WebKit } from './web-driver.ts'

const test = base.extend<{ webkit: WebKit }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
  webkit: async ({}, use, testInfo) => {
    const browser = process.env['WEBKIT_PATH']
    if (browser === undefined) throw new Error('WEBKIT_PATH is not set')
    const webkit = await openWebKit(browser)
    await use(webkit)
    if (testInfo.status !== testInfo.expectedStatus)
      await testInfo.attach('screenshot', { body: await webkit.screenshot(), contentType: 'image/png' })
    await webkit.end()
  },
})

/** An expression for the element of this kind with this name. */
const named = (selector: string, name: string) =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].find((element) =>
    [element.ariaLabel, element.labels?.[0]?.textContent, element.textContent].some((name) => name?.trim().startsWith(${JSON.stringify(name)}))
    && element.checkVisibility())`
const FIELD = `document.querySelector('textarea[aria-label="Nachricht"]')`

/** Notes every media element of the page that is played. */
const NOTE_ELEMENTS = `(() => {
  const play = HTMLMediaElement.prototype.play
  window.played = new Set()
  HTMLMediaElement.prototype.play = function () { window.played.add(this); return play.call(this) }
})()`

async function fillArchive(archive: RunningArchive): Promise<void> {
  const setup = new URL(archive.setupLink).searchParams.get('setup')
  const registered = await fetch(`${archive.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...person('chefin'), setup }),
  })
  const { token } = await registered.json()
  const album = async (title: string, seconds: readonly number[]) => {
    const form = new FormData()
    const tracks = seconds.map((_, index) => ({ title: `${title} ${index + 1}` }))
    form.set(
      'albumData',
      JSON.stringify({ albumTitel: title, releaseJahr: 2024, type: 'album', isExclusive: false, tracks }),
    )
    seconds.forEach((length, index) =>
      form.set(`track${index}`, new File([Uint8Array.from(toneFile(length))], `${index}.wav`)),
    )
    const answer = await fetch(`${archive.url}/api/add-album`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: form,
    })
    expect(answer.status).toBe(201)
  }
  await album('Lang', Array<number>(60).fill(1))
  // So many that the page scrolls to the album above.
  for (let number = 1; number <= 24; number += 1) await album(`Weiteres ${number}`, [1])
  await album('Kurz', [2, 30])
}

test('WebKit: log in, hear one track after another, follow a link to a track, write and speak in the chat', async ({
  archive,
  webkit,
}) => {
  await fillArchive(archive)
  const see = (expression: string) => expect.poll(() => webkit.evaluate(`Boolean(${expression})`))

  await webkit.goTo(`${archive.url}/login`)
  await webkit.type(named('input', 'E-Mail'), person('chefin').email)
  await webkit.type(named('input', 'Passwort'), person('chefin').password)
  await webkit.click(named('button', 'Anmelden'))
  await see(named('nav a', 'Archive')).toBe(true)

  await webkit.evaluate(NOTE_ELEMENTS)
  await webkit.click(named('nav a', 'Archive'))
  await webkit.click(named('main button', 'Kurz'))
  await webkit.click(named('table button', 'Kurz 1 abspielen'))
  await see(`document.querySelector('[aria-label="Player"]')?.textContent.includes('Kurz 2')`).toBe(true)
  await see(`[...played].some((element) => !element.paused && element.currentTime > 1)`).toBe(true)

  const files = `fetch('/albums/Lang', { headers: { Authorization: 'Bearer ' + localStorage.getItem('authToken') } })`
  await webkit.evaluate(
    `void ${files}.then((answer) => answer.json()).then(({ album }) => { window.linked = album.tracks.at(-1).file })`,
  )
  await see('window.linked').toBe(true)
  const linked = await webkit.evaluate('window.linked')
  await webkit.goTo(`${archive.url}/archive?track=${encodeURIComponent(String(linked))}`)
  await see(named('table button', 'Lang 60')).toBe(true)
  // Opening the album scrolls as well, so what counts is where the row is when the page has come to rest.
  const place = () => webkit.evaluate(`${named('table button', 'Lang 60')}.getBoundingClientRect().top`)
  let top = await place()
  let still = 0
  const comesToRest = async () => {
    const before = top
    top = await place()
    still = top === before ? still + 1 : 0
    return still
  }
  await expect.poll(comesToRest, { intervals: [100] }).toBeGreaterThan(5)
  expect(top).toBeGreaterThan(0)
  expect(top).toBeLessThan(Number(await webkit.evaluate('innerHeight')))

  await webkit.click(named('nav a', 'Chat'))
  await see(FIELD).toBe(true)
  const before = Number(await webkit.evaluate(`${FIELD}.clientHeight`))
  const newLine = `${SHIFT}${ENTER}${SHIFT}`
  await webkit.type(FIELD, `eins${newLine}zwei${newLine}drei`)
  await see(`${FIELD}.value === 'eins\\nzwei\\ndrei'`).toBe(true)
  await see(`${FIELD}.clientHeight >= ${FIELD}.scrollHeight && ${FIELD}.clientHeight > ${before}`).toBe(true)
  await webkit.click(named('button', 'Senden'))
  await see(`document.querySelector('main').textContent.includes('drei') && ${FIELD}.value === ''`).toBe(true)
  await expect.poll(() => webkit.evaluate(`${FIELD}.clientHeight`)).toBe(before)

  // A tone instead of a microphone, which machines for tests have not; recorder and context are the real ones.
  await webkit.evaluate(`(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      const context = new AudioContext()
      const tone = context.createOscillator()
      const output = context.createMediaStreamDestination()
      tone.connect(output)
      tone.start()
      return output.stream
    }
  })()`)
  await webkit.click(named('button', 'Sprachnachricht aufnehmen'))
  await see(`document.querySelector('[aria-label="Aufnahme"]')?.textContent.includes('0:02')`).toBe(true)
  await webkit.click(named('button', 'Stopp und senden'))
  await webkit.evaluate(NOTE_ELEMENTS)
  await webkit.click(named('button', 'Sprachnachricht von chefin abspielen'))
  await see(`[...played].some((element) => element.ended)`).toBe(true)
})
