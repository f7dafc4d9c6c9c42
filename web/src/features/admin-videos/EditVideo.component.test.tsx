import { replaceThumbnail, updateVideo, videoNotFound, type Video } from '@tonarchiv/contract/videos'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { clearToast, useToast } from '#ui/dom/toast.ts'
import { refuse, startFakeServer } from '../../testing/fake-server.ts'
import { aUser, signInAs } from '../../testing/sign-in.ts'
import { TestApp } from '../../testing/TestApp.tsx'
import { EditVideo } from './EditVideo.tsx'

const video: Video = {
  id: 'v1',
  title: 'Proben',
  description: 'Im Keller.',
  upload_date: '2025-05-12',
  duration: 61,
  file_size: 1000,
  file_path: '/static/videos/v1.mp4',
  url: '/api/videos/v1/stream',
  thumbnailUrl: null,
  width: 1920,
  height: 1080,
  createdAt: '2025-05-12T12:00:00.000Z',
}

async function renderForm() {
  const server = startFakeServer()
  signInAs(aUser({ isAdmin: true }))
  const sent: unknown[] = []
  server.on(updateVideo, (body) => {
    sent.push(body)
    return { success: true, video }
  })
  server.on(replaceThumbnail, (form) => {
    sent.push(form instanceof FormData && form.get('thumbnail') instanceof File)
    return { success: true, video }
  })
  const onClose = vi.fn<() => void>()
  onTestFinished(clearToast)
  await render(
    <TestApp>
      <EditVideo video={video} onClose={onClose} />
    </TestApp>,
  )
  await expect.element(form.getByLabelText('Titel')).toHaveValue('Proben')
  return { server, sent, onClose }
}

const form = page.getByRole('dialog', { name: 'Video bearbeiten' })
const save = form.getByRole('button', { name: 'Speichern' })

test('only what was changed in a video is sent', async () => {
  const { sent, onClose } = await renderForm()
  await form.getByLabelText('Titel').fill('Generalprobe')
  await form.getByLabelText('Datum').fill('2021-05-12')
  await save.click()
  await expect.element(page.getByText('Video gespeichert')).toBeVisible()
  expect(sent).toEqual([{ title: 'Generalprobe', upload_date: '2021-05-12' }])
  expect(onClose).toHaveBeenCalledOnce()
})

test('a new description of a video is sent', async () => {
  const { sent } = await renderForm()
  await form.getByLabelText('Beschreibung').fill('Im Dachboden.')
  await save.click()
  await expect.element(page.getByText('Video gespeichert')).toBeVisible()
  expect(sent).toEqual([{ description: 'Im Dachboden.' }])
})

test('a form without changes sends nothing, and says nothing of a save', async () => {
  const { sent, onClose } = await renderForm()
  await save.click()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(sent).toEqual([])
  expect(useToast.getState().toast).toBeUndefined()
})

test('a video without a title is refused in place, and what the server refuses keeps what was typed', async () => {
  const { server, sent, onClose } = await renderForm()
  await form.getByLabelText('Titel').fill(' ')
  await save.click()
  await expect.element(form.getByLabelText('Titel')).toHaveAccessibleDescription('Bitte gib einen Titel ein')
  expect(sent).toEqual([])
  await form.getByLabelText('Titel').fill('Generalprobe')
  server.on(updateVideo, () => refuse(videoNotFound))
  await save.click()
  await expect.element(form.getByText(videoNotFound.text)).toBeVisible()
  await expect.element(form.getByLabelText('Titel')).toHaveValue('Generalprobe')
  expect(onClose).not.toHaveBeenCalled()
})

test('the thumbnail is replaced by a picture; what is no picture is refused in place', async () => {
  const { sent } = await renderForm()
  let chosen = new File(['a'], 'liste.txt', { type: 'text/plain' })
  const click = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (
    this: HTMLInputElement,
  ) {
    const files = new DataTransfer()
    files.items.add(chosen)
    this.files = files.files
    this.dispatchEvent(new Event('change'))
  })
  onTestFinished(() => click.mockRestore())
  const choose = form.getByRole('button', { name: 'Vorschaubild ersetzen' })
  await choose.click()
  await expect.element(form.getByText(/Bild/).last()).toBeVisible()
  await expect.element(form.getByText('liste.txt')).not.toBeInTheDocument()
  chosen = new File(['a'], 'probe.png', { type: 'image/png' })
  await choose.click()
  await expect.element(form.getByText('probe.png')).toBeVisible()
  await save.click()
  await expect.element(page.getByText('Video gespeichert')).toBeVisible()
  expect(sent).toEqual([true])
})
