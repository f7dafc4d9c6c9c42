import { addAlbum, notAudio, titleInUse } from '@tonarchiv/contract/archive-editing'
import { diskFull } from '@tonarchiv/contract/refusal'
import type { ResponseOf } from '@tonarchiv/contract/route'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { refuse, startFakeServer } from '../../../testing/fake-server.ts'
import { pngNamed } from '../../../testing/images.ts'
import { TestApp } from '../../../testing/TestApp.tsx'
import { AlbumForm } from './AlbumForm.tsx'

/** Each test uses another admin, so that it does not see the drafts of earlier tests. */
let admins = 0

async function renderForm() {
  const server = startFakeServer()
  admins += 1
  const ownerId = `admin-${admins}`
  const { unmount } = await render(app(ownerId))
  return { server, ownerId, unmount }
}

const app = (ownerId: string) => (
  <TestApp>
    <AlbumForm ownerId={ownerId} />
  </TestApp>
)

const field = (name: string) => page.getByRole('textbox', { name })
const type = page.getByRole('combobox', { name: 'Typ' })
const button = (name: string) => page.getByRole('button', { name })
const submit = button('Album hinzufügen')
const manyFiles = page.getByLabelText('Mehrere Audiodateien auswählen')
const cover = page.getByLabelText(/^Cover auswählen|^Cover ändern/)
const audio = (name: string) => new File(['sound'], name, { type: 'audio/wav' })
const titles = () =>
  page
    .getByRole('textbox', { name: /^Titel \d+$/ })
    .elements()
    .map((row) => row instanceof HTMLInputElement && row.value)

async function fillIn() {
  await field('Titel').fill('Zweite Halbzeit')
  await field('Erscheinungsjahr').fill('2024')
  await type.selectOptions('EP')
  await manyFiles.upload([audio('2 flutlicht.wav'), audio('10 abpfiff.wav'), audio('1 anpfiff.wav')])
  await expect.poll(titles).toEqual(['anpfiff', 'flutlicht', 'abpfiff'])
}

/** Expects that the form contains everything that `fillIn` has typed and chosen. */
async function expectAllFilledIn(title = 'Zweite Halbzeit') {
  await expect.element(field('Titel')).toHaveValue(title)
  await expect.element(field('Erscheinungsjahr')).toHaveValue('2024')
  await expect.element(type).toHaveValue('ep')
  expect(titles()).toEqual(['anpfiff', 'flutlicht', 'abpfiff'])
  await expect
    .element(page.getByLabelText('Datei von Zeile 2 ändern, gewählt ist 2 flutlicht.wav'))
    .toBeInTheDocument()
}

/** The content of a form that was sent: its data, and the file names by field. */
function contentOf(form: unknown) {
  if (!(form instanceof FormData)) throw new TypeError('No form was sent')
  const files = [...form].flatMap(([part, file]) => (file instanceof File ? [[part, file.name]] : []))
  const data = form.get('albumData')
  return { data: typeof data === 'string' && JSON.parse(data), files: Object.fromEntries(files) }
}

test('an empty form names everything that is missing, each at its place, and sends nothing', async () => {
  const { server } = await renderForm()
  const answer = vi.fn<() => never>()
  server.on(addAlbum, answer)
  await submit.click()
  await expect.element(field('Titel')).toHaveAccessibleDescription('Bitte gib einen Titel ein')
  await expect
    .element(field('Erscheinungsjahr'))
    .toHaveAccessibleDescription('Bitte gib ein Jahr von 1900 bis 2100 an')
  await expect.element(type).toHaveAccessibleDescription('Bitte wähle einen Typ')
  await expect.element(manyFiles).toHaveAccessibleDescription(/mindestens ein/i)
  await expect.element(field('Titel')).toHaveFocus()
  await userEvent.keyboard('Z')
  await expect.element(field('Titel')).not.toHaveAttribute('aria-invalid')
  await expect.element(type).toHaveAttribute('aria-invalid', 'true')
  expect(answer).not.toHaveBeenCalled()
})

test('an unknown year needs no number and is shown as unknown', async () => {
  await renderForm()
  await field('Erscheinungsjahr').fill('24')
  await userEvent.tab()
  await expect.element(field('Erscheinungsjahr')).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('switch', { name: 'Jahr unbekannt' }).click()
  await expect.element(field('Erscheinungsjahr')).toBeDisabled()
  await expect.element(field('Erscheinungsjahr')).not.toHaveAttribute('aria-invalid')
  await expect.element(field('Erscheinungsjahr')).toHaveAttribute('placeholder', 'Unbekannt')
  await page.getByRole('switch', { name: 'Jahr unbekannt' }).click()
  await expect.element(field('Erscheinungsjahr')).toHaveValue('24')
})

test('many files become rows in the order of their numbers, and are sent so', async () => {
  const { server } = await renderForm()
  await fillIn()
  await field('Titel 2').fill('Flutlicht (live)')
  await cover.upload(await pngNamed('hülle.png'))
  const sent = Promise.withResolvers<unknown>()
  server.on(addAlbum, (form) => {
    sent.resolve(form)
    return refuse(diskFull)
  })
  await submit.click()
  expect(contentOf(await sent.promise)).toEqual({
    data: {
      albumTitel: 'Zweite Halbzeit',
      releaseJahr: '2024',
      type: 'ep',
      isExclusive: false,
      artists: [],
      genres: [],
      tracks: [{ title: 'anpfiff' }, { title: 'Flutlicht (live)' }, { title: 'abpfiff' }],
    },
    files: {
      albumCover: 'hülle.png',
      track0: '1 anpfiff.wav',
      track1: '2 flutlicht.wav',
      track2: '10 abpfiff.wav',
    },
  })
})

/** A file with these ID3 text frames. It has no audio, which is not needed here. */
function taggedMp3(name: string, frames: Record<string, string>): File {
  const encoder = new TextEncoder()
  const sevenBits = (size: number) => [21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f)
  const body: number[] = []
  for (const [id, text] of Object.entries(frames)) {
    const content = encoder.encode(text)
    body.push(...encoder.encode(id), ...sevenBits(content.length + 1), 0, 0, 3, ...content)
  }
  const head = [...encoder.encode('ID3'), 4, 0, 0, ...sevenBits(body.length)]
  return new File([new Uint8Array([...head, ...body, ...encoder.encode('sound')])], name, {
    type: 'audio/mpeg',
  })
}

test('the tags of chosen files fill what is empty, and put the rows into their order', async () => {
  await renderForm()
  await field('Erscheinungsjahr').fill('2020')
  const common = { TALB: 'Süßer Weg', TPE1: 'Ada', TDRC: '2019-05-01' }
  await manyFiles.upload([
    taggedMp3('a.mp3', { ...common, TIT2: 'Zweites', TRCK: '2/2' }),
    taggedMp3('b.mp3', { ...common, TIT2: 'Erstes', TRCK: '1/2' }),
  ])
  await expect.poll(titles).toEqual(['Erstes', 'Zweites'])
  await expect.element(field('Titel')).toHaveValue('Süßer Weg')
  await expect.element(field('Künstler')).toHaveValue('Ada')
  await expect.element(field('Erscheinungsjahr')).toHaveValue('2020')
  await expect.element(page.getByLabelText('Datei von Zeile 1 ändern, gewählt ist b.mp3')).toBeInTheDocument()
})

test('artists of tracks, features and genres in the tags can be changed, and are sent', async () => {
  const { server } = await renderForm()
  await field('Erscheinungsjahr').fill('2020')
  await type.selectOptions('EP')
  const common = { TALB: 'Sampler', TPE2: 'Ada', TCON: 'Indie; Lo-Fi' }
  await manyFiles.upload([
    taggedMp3('a.mp3', { ...common, TIT2: 'Eins', TRCK: '1', TPE1: 'Ada feat. Cem' }),
    taggedMp3('b.mp3', { ...common, TIT2: 'Zwei', TRCK: '2', TPE1: 'Bo\0Dora' }),
    taggedMp3('c.mp3', { ...common, TIT2: 'Drei', TRCK: '3', TPE1: 'Ada' }),
  ])
  await expect.element(field('Künstler')).toHaveValue('Ada')
  await expect.element(field('Features 1')).toHaveValue('Cem')
  await expect.element(field('Künstler 1')).not.toBeInTheDocument()
  await expect.element(field('Künstler 2')).toHaveValue('Bo; Dora')
  await expect.element(field('Künstler 3')).not.toBeInTheDocument()
  await button('Lo-Fi entfernen').click()
  await field('Künstler 2').fill('Bo')
  await field('Features 1').fill('')
  const sent = Promise.withResolvers<unknown>()
  server.on(addAlbum, (form) => {
    sent.resolve(form)
    return refuse(diskFull)
  })
  await submit.click()
  expect(contentOf(await sent.promise)).toMatchObject({
    data: {
      artists: ['Ada'],
      genres: ['Indie'],
      tracks: [{ title: 'Eins' }, { title: 'Zwei', artists: ['Bo'] }, { title: 'Drei' }],
    },
  })
})

test('several artists are sent one by one', async () => {
  const { server } = await renderForm()
  await fillIn()
  await field('Künstler').fill('Ada; Bo ;')
  const sent = Promise.withResolvers<unknown>()
  server.on(addAlbum, (form) => {
    sent.resolve(form)
    return refuse(diskFull)
  })
  await submit.click()
  expect(contentOf(await sent.promise)).toMatchObject({ data: { artists: ['Ada', 'Bo'] } })
})

test('an added album leaves an empty form, with the focus on its first field', async () => {
  const { server } = await renderForm()
  await fillIn()
  server.on(addAlbum, (): ResponseOf<typeof addAlbum> => ({
    success: true,
    album: {
      albumId: '1',
      albumTitel: 'Zweite Halbzeit',
      albumCover: 'unknown',
      releaseJahr: 2024,
      type: 'ep',
      isExclusive: false,
      createdAt: '2026-11-21T09:38:00.000Z',
      tracks: [],
    },
  }))
  await submit.click()
  await expect.element(page.getByText('Success')).toBeVisible()
  await expect.element(field('Titel')).toHaveValue('')
  await expect.element(field('Titel')).toHaveFocus()
  expect(titles()).toEqual([''])
})

test('a title that is taken is named at the title, and nothing of the rest is lost', async () => {
  const { server } = await renderForm()
  await fillIn()
  server.on(addAlbum, () => refuse(titleInUse))
  await submit.click()
  await expect.element(field('Titel')).toHaveAccessibleDescription(titleInUse.text)
  await expect.element(field('Titel')).toHaveFocus()
  await expectAllFilledIn()
})

test('a file that the server does not take is named at its row, and nothing of the rest is lost', async () => {
  const { server } = await renderForm()
  await fillIn()
  server.on(addAlbum, () => refuse(notAudio, { fields: { track1: 'Diese Datei ist beschädigt' } }))
  await submit.click()
  await expect.element(field('Titel 2')).toHaveAccessibleDescription('Diese Datei ist beschädigt')
  await expect.element(field('Titel 2')).toHaveFocus()
  await expect.element(field('Titel 1')).not.toHaveAttribute('aria-invalid')
  await expectAllFilledIn()
})

test('a refusal without a place of its own stands below the form, and nothing is lost', async () => {
  const { server } = await renderForm()
  await fillIn()
  server.on(addAlbum, () => refuse(diskFull))
  await submit.click()
  await expect.element(page.getByRole('form').getByText(diskFull.text)).toBeVisible()
  await expectAllFilledIn()
  await field('Titel').fill('Dritte Halbzeit')
  await expect.element(page.getByRole('form').getByText(diskFull.text)).not.toBeInTheDocument()
})

test('while an album is sent nothing can be changed, and a cancelled upload leaves everything as it was', async () => {
  const { server } = await renderForm()
  await fillIn()
  server.on(addAlbum, () => new Promise(() => undefined))
  await submit.click()
  await expect.element(page.getByRole('progressbar', { name: 'Upload' })).toBeInTheDocument()
  await expect.element(field('Titel')).toBeDisabled()
  await expect.element(field('Titel 2')).toBeDisabled()
  await button('Abbrechen').click()
  await expect.element(submit).toBeEnabled()
  await expect.element(field('Titel')).toBeEnabled()
  await expectAllFilledIn()
})

test('what was filled in is still there after a look at another page', async () => {
  const { ownerId, unmount } = await renderForm()
  await fillIn()
  await unmount()
  await render(app(ownerId))
  await expectAllFilledIn()
})

test('a row that is removed takes its title and file along, and the focus goes to the row in its place', async () => {
  await renderForm()
  await fillIn()
  await button('Zeile 2 entfernen').click()
  expect(titles()).toEqual(['anpfiff', 'abpfiff'])
  await expect
    .element(page.getByLabelText('Datei von Zeile 2 ändern, gewählt ist 10 abpfiff.wav'))
    .toBeInTheDocument()
  await expect.element(button('Zeile 2 entfernen')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(titles()).toEqual(['anpfiff'])
  await expect.element(field('Titel 1')).toHaveFocus()
  await expect.element(button('Zeile 1 entfernen')).not.toBeInTheDocument()
})

test('a row without a file is announced as missing, and one without anything is left out', async () => {
  const { server } = await renderForm()
  await fillIn()
  await button('Zeile hinzufügen').click()
  await button('Zeile hinzufügen').click()
  await field('Titel 4').fill('Verlängerung')
  await expect
    .element(field('Titel 4'))
    .toHaveAccessibleDescription('Ohne Datei erscheint der Track als [FEHLT]')
  const sent = Promise.withResolvers<unknown>()
  server.on(addAlbum, (form) => {
    sent.resolve(form)
    return refuse(diskFull)
  })
  await submit.click()
  const { data, files } = contentOf(await sent.promise)
  expect(data).toMatchObject({
    tracks: [{ title: 'anpfiff' }, { title: 'flutlicht' }, { title: 'abpfiff' }, { title: 'Verlängerung' }],
  })
  expect(Object.keys(files)).toEqual(['track0', 'track1', 'track2'])
})

test('a cover that is no image is named and not taken; one that is taken away leaves the focus at its place', async () => {
  await renderForm()
  await cover.upload(audio('cover.wav'))
  await expect.element(cover).toHaveAccessibleDescription(/Bild/)
  await cover.upload(await pngNamed('hülle.png'))
  await expect.element(page.getByLabelText('Cover ändern, gewählt ist hülle.png')).toBeInTheDocument()
  await button('Cover entfernen').click()
  await expect.element(page.getByLabelText('Cover auswählen')).toHaveFocus()
})
