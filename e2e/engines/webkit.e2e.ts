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

/** An expression for the visible element with this name that matches the selector. */
const named = (selector: string, name: string) =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].find((element) =>
    [element.ariaLabel, element.labels?.[0]?.textContent, element.textContent].some((name) => name?.trim().startsWith(${JSON.stringify(name)}))
    && element.checkVisibility())`
const FIELD = `document.querySelector('textarea[aria-label="Nachricht"]')`

/** Records every media element of the page that is played. */
const NOTE_ELEMENTS = `(() => {
  const play = HTMLMediaElement.prototype.play
  window.played = new Set()
  HTMLMediaElement.prototype.play = function () { window.played.add(this); return play.call(this) }
})()`

/** One HTTP request, as from another device. @returns the server's answer */
async function request(archive: RunningArchive, path: string, sent: RequestInit & { token?: string }) {
  const { token, body, ...rest } = sent
  const headers = {
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
  }
  const response = await fetch(`${archive.url}${path}`, { ...rest, ...(body && { body }), headers })
  expect(response.ok, `${path}: ${response.status}`).toBe(true)
  return response.json()
}

async function addAlbum(archive: RunningArchive, token: string, title: string, seconds: readonly number[]) {
  const form = new FormData()
  const tracks = seconds.map((_, index) => ({ title: `${title} ${index + 1}` }))
  form.set(
    'albumData',
    JSON.stringify({ albumTitel: title, releaseJahr: 2024, type: 'album', isExclusive: false, tracks }),
  )
  seconds.forEach((length, index) =>
    form.set(`track${index}`, new File([Uint8Array.from(toneFile(length))], `${index}.wav`)),
  )
  await request(archive, '/api/add-album', { method: 'POST', token, body: form })
}

async function fillArchive(archive: RunningArchive): Promise<void> {
  const setup = new URL(archive.setupLink).searchParams.get('setup')
  const body = JSON.stringify({ ...person('chefin'), setup })
  const { token } = await request(archive, '/api/auth/register', { method: 'POST', body })
  await addAlbum(archive, token, 'Lang', Array<number>(60).fill(1))
  // Enough albums that the page must scroll to the album above.
  for (let number = 1; number <= 24; number += 1) await addAlbum(archive, token, `Weiteres ${number}`, [1])
  await addAlbum(archive, token, 'Kurz', [2, 30])
}

/** Registers a member without a browser. @returns the token of their session */
async function register(archive: RunningArchive, who: ReturnType<typeof person>): Promise<string> {
  await request(archive, '/api/auth/register', { method: 'POST', body: JSON.stringify(who) })
  const link = new URL(await archive.linkInEmailTo(who.email))
  const body = JSON.stringify({ token: link.searchParams.get('token') })
  const { token } = await request(archive, '/api/auth/verify-email', { method: 'POST', body })
  return token
}

test('WebKit: log in, play one track after another, follow a link to a track, send text and voice in the chat', async ({
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
  // Opening the album scrolls, too: its position is compared once the page has come to rest.
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

  // A tone instead of a microphone, which test machines lack; recorder and audio context are real.
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

test('WebKit: become the admin, log out and in, play and pause music, chat with a member', async ({
  archive,
  webkit,
}) => {
  const see = (expression: string) => expect.poll(() => webkit.evaluate(`Boolean(${expression})`))
  const admin = person('chefin')
  await webkit.goTo(archive.setupLink)
  await webkit.type(named('input', 'E-Mail-Adresse'), admin.email)
  await webkit.type(named('input', 'Benutzername'), admin.username)
  await webkit.type(named('input', 'Passwort'), admin.password)
  await webkit.type(named('input', 'Passwort bestätigen'), admin.password)
  await webkit.click(named('button', 'Account erstellen'))
  await see(named('nav a', 'Admin Panel')).toBe(true)
  const token = String(await webkit.evaluate(`localStorage.getItem('authToken')`))
  await addAlbum(archive, token, 'Kurzwelle', [60])

  await webkit.click(named('button', 'chefin, Benutzermenü'))
  await webkit.click(named('[role="menuitem"]', 'Logout'))
  await webkit.type(named('input', 'E-Mail'), admin.email)
  await webkit.type(named('input', 'Passwort'), `${admin.password}${ENTER}`)
  await see(named('nav a', 'Archive')).toBe(true)

  await webkit.click(named('nav a', 'Archive'))
  await webkit.click(named('main button', 'Kurzwelle'))
  await webkit.click(named('table button', 'Kurzwelle 1 abspielen'))
  const elapsed = `document.querySelector('[aria-label="Player"]')?.textContent`
  await see(`${elapsed}.includes('0:02')`).toBe(true)
  await webkit.click(named('[aria-label="Player"] button', 'Pause'))
  await see(named('[aria-label="Player"] button', 'Abspielen')).toBe(true)

  const member = await register(archive, person('mila'))
  const send = (message: string) =>
    request(archive, '/api/chat/messages', {
      method: 'POST',
      token: member,
      body: JSON.stringify({ message }),
    })
  await send('Was hörst du?')
  // The unread count is shown in the navigation, and the next message arrives in the open chat.
  await see(`${named('nav a', 'Chat')}?.textContent.includes('1')`).toBe(true)
  await webkit.click(named('nav a', 'Chat'))
  const messages = `document.querySelector('[aria-label="Nachrichten"]')?.textContent`
  await see(`${messages}?.includes('Was hörst du?')`).toBe(true)
  await send('Noch da?')
  await see(`${messages}?.includes('Noch da?')`).toBe(true)
  await webkit.type(FIELD, `Kurzwelle${ENTER}`)
  const sent = async () => {
    const page = await request(archive, '/api/chat/messages', { token: member })
    return JSON.stringify(page.messages)
  }
  await expect.poll(sent).toContain('Kurzwelle')
  await see(`${messages}?.includes('Kurzwelle') && ${FIELD}.value === ''`).toBe(true)
})
