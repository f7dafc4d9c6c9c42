import { listMoments, type Moment } from '@tonarchiv/contract/moments'
import { getTrackSound, WAVEFORM_PEAKS } from '@tonarchiv/contract/track-sound'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { aMoment } from '#testing/a-moment.ts'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { aUser, signInAs } from '../../../testing/sign-in.ts'
import { TestApp } from '../../../testing/TestApp.tsx'
import { getPlayer } from '../engine/player-instance.ts'
import { trackNamed } from '../engine/silent-player.ts'
import { chooseTrack, NOTHING_CHOSEN } from '../order/play-order.ts'
import { SeekBar } from './SeekBar.tsx'

/** A waveform whose peaks are all at full scale, so that every bar has the full height. */
const LOUD = btoa(String.fromCharCode(...new Uint8Array(WAVEFORM_PEAKS).fill(255)))

interface Shown {
  waveform?: string | null
  keyVerified?: boolean
  moments?: readonly Moment[]
}

const bar = (isCovered: boolean) => (
  <TestApp>
    <div style={{ width: 400, paddingTop: 60 }}>
      <SeekBar isCovered={isCovered} />
    </div>
  </TestApp>
)

/** Renders the seek bar, 300 px wide, for a paused track of 100 seconds at second 40. */
async function renderSeekBar({ waveform = LOUD, keyVerified = true, moments = [] }: Shown = {}) {
  const requested: string[] = []
  const server = startFakeServer()
  server.on(listMoments, () => ({ moments: [...moments] }))
  server.on(getTrackSound, () => {
    requested.push('sound')
    return { sound: { loudness: null, waveform, silence: null, encoder: null } }
  })
  signInAs(aUser({ keyVerified }))
  const track = trackNamed('Anpfiff')
  getPlayer().restore({ order: chooseTrack(NOTHING_CHOSEN, [track], track), positionSeconds: 40 })
  onTestFinished(() => getPlayer().stop())
  const { rerender } = await render(bar(false))
  if (waveform !== null && keyVerified)
    await expect.poll(() => document.querySelector('[data-waveform="drawn"] canvas')).not.toBeNull()
  return { requested, cover: async (isCovered: boolean) => rerender(bar(isCovered)) }
}

/** The position of the needle, in percent of the waveform's width. */
function needle(): number {
  const wave = document.querySelector('[data-waveform]')?.getBoundingClientRect()
  const line = document.querySelector('[data-waveform] span span')?.getBoundingClientRect()
  if (!wave || !line) throw new Error('There is no needle')
  return ((line.left + line.width / 2 - wave.left) / wave.width) * 100
}

const slider = page.getByRole('slider', { name: 'Position' })
const position = () => getPlayer().state.getState().positionSeconds

/**
 * The colour in the middle of a canvas at this share of its width; if there is a gap, that of the next bar to the
 * right.
 */
function colorAt(share: number, index = 0): string | undefined {
  const canvas = document.querySelectorAll('canvas')[index]
  const drawing = canvas?.getContext('2d')
  if (!canvas || !drawing) return undefined
  const y = Math.floor(canvas.height / 4)
  for (let x = Math.floor(share * canvas.width); x < canvas.width; x += 1) {
    const [red, green, blue, alpha] = drawing.getImageData(x, y, 1, 1).data
    if (alpha !== 0) return [red, green, blue, alpha].join()
  }
  return undefined
}

test('the waveform has another colour before the position than behind it, and the slider says where it is', async () => {
  await renderSeekBar()
  await expect.element(slider).toHaveAttribute('aria-valuetext', '0:40 von 1:40')
  const [played, rest] = [colorAt(0.2), colorAt(0.6)]
  expect(played).toBeDefined()
  expect(rest).toBeDefined()
  expect(played).not.toBe(rest)
  getPlayer().seekToSeconds(80)
  await expect.poll(() => colorAt(0.6)).toBe(played)
  expect(colorAt(0.9)).toBe(rest)
  await expect.element(slider).toHaveAttribute('aria-valuetext', '1:20 von 1:40')
  expect(page.getByRole('slider').elements()).toHaveLength(1)
})

test('what is loaded has a colour of its own between what has played and the rest', async () => {
  await renderSeekBar()
  await expect.poll(() => colorAt(0.6)).toBeDefined()
  const [played, rest] = [colorAt(0.2), colorAt(0.6)]
  getPlayer().state.setState({ bufferedSeconds: 70 })
  await expect.poll(() => colorAt(0.6)).not.toBe(rest)
  expect(colorAt(0.6)).not.toBe(played)
  expect(colorAt(0.2)).toBe(played)
  expect(colorAt(0.8)).toBe(rest)
})

test('only bars whose colour changes are drawn', async () => {
  await renderSeekBar()
  await expect.poll(() => colorAt(0.2)).toBeDefined()
  const drawn = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillRect')
  onTestFinished(() => drawn.mockRestore())
  const before = colorAt(0.405)
  getPlayer().seekToSeconds(42)
  await expect.poll(() => colorAt(0.405)).not.toBe(before)
  // Playing for two of 100 seconds may redraw only a few of the at most 133 bars.
  expect(drawn.mock.calls.length).toBeGreaterThan(0)
  expect(drawn.mock.calls.length).toBeLessThan(6)
})

test('nothing is drawn while the page is in the background', async () => {
  await renderSeekBar()
  await expect.poll(() => colorAt(0.2)).toBeDefined()
  const isHidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const drawn = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillRect')
  onTestFinished(() => {
    isHidden.mockRestore()
    drawn.mockRestore()
  })
  getPlayer().seekToSeconds(90)
  expect(position()).toBe(90)
  await expect.element(slider).toHaveAttribute('aria-valuetext', '0:40 von 1:40')
  expect(drawn).not.toHaveBeenCalled()
  isHidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(slider).toHaveAttribute('aria-valuetext', '1:30 von 1:40')
  await expect.poll(() => drawn.mock.calls.length).toBeGreaterThan(0)
})

test('the needle moves between two seconds, and keys seek from where it is', async () => {
  await renderSeekBar()
  await expect.poll(needle).toBeCloseTo(40, 1)
  getPlayer().seekToSeconds(40.8)
  await expect.poll(needle).toBeCloseTo(40.8, 1)
  slider.element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(position).toBeCloseTo(45.8, 1)
})

test('under the large view it stands still, and shows the position when that is closed', async () => {
  const { cover } = await renderSeekBar()
  await cover(true)
  const drawn = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillRect')
  onTestFinished(() => drawn.mockRestore())
  getPlayer().seekToSeconds(90)
  // If a render had been requested, it would have happened before this frame.
  await new Promise(requestAnimationFrame)
  expect(needle()).toBeCloseTo(40, 1)
  expect(drawn).not.toHaveBeenCalled()
  await expect.element(slider).toHaveAttribute('aria-valuetext', '0:40 von 1:40')
  await cover(false)
  await expect.element(slider).toHaveAttribute('aria-valuetext', '1:30 von 1:40')
  expect(needle()).toBeCloseTo(90, 1)
})

test('arrows seek by five seconds, Page keys by a tenth, Home and End to the ends', async () => {
  await renderSeekBar()
  slider.element().focus()
  for (const [key, seconds] of [
    ['ArrowRight', 45],
    ['ArrowLeft', 40],
    ['PageUp', 50],
    ['PageDown', 40],
    ['End', 100],
    ['Home', 0],
  ] as const) {
    await userEvent.keyboard(`{${key}}`)
    await expect.poll(() => Math.round(position())).toBe(seconds)
  }
})

/** Presses at the left end of the waveform, and drags to this share of its width. */
async function dragTo(share: number) {
  const element = slider.element()
  const { width, height } = element.getBoundingClientRect()
  await userEvent.dragAndDrop(slider, slider, {
    sourcePosition: { x: 2, y: height / 2 },
    targetPosition: { x: width * share, y: height / 2 },
  })
}

test('a drag seeks where it ends', async () => {
  await renderSeekBar()
  await dragTo(0.75)
  await expect.poll(() => Math.round(position())).toBe(75)
})

test('Escape cancels a drag: the preview goes, the player stays where it was, and nothing else is closed', async () => {
  await renderSeekBar()
  const element = slider.element()
  if (!(element instanceof HTMLInputElement)) throw new Error('The slider is not an input')
  const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  const moveTo = (percent: string) => {
    native?.set?.call(element, percent)
    element.dispatchEvent(new Event('input', { bubbles: true }))
  }
  element.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  moveTo('70')
  await expect.element(slider).toHaveAttribute('aria-valuetext', '1:10 von 1:40')
  expect(position()).toBe(40)

  const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
  element.dispatchEvent(escape)
  expect(escape.defaultPrevented).toBe(true)
  await expect.element(slider).toHaveAttribute('aria-valuetext', '0:40 von 1:40')
  moveTo('90')
  element.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }))
  await expect.element(slider).toHaveAttribute('aria-valuetext', '0:40 von 1:40')
  expect(position()).toBe(40)
  await dragTo(0.75)
  await expect.poll(() => Math.round(position())).toBe(75)
})

test('a mouse over the waveform shows the time at that place, and colours the bars up to it', async () => {
  await renderSeekBar()
  const { width } = slider.element().getBoundingClientRect()
  await slider.hover({ position: { x: width * 0.9, y: 16 } })
  await expect.element(page.getByText('1:30', { exact: true })).toBeVisible()
  await expect.poll(() => colorAt(0.6, 1)).toBeDefined()
  expect(colorAt(0.6, 1)).not.toBe(colorAt(0.2))
  await userEvent.hover(document.body)
  await page.elementLocator(document.documentElement).hover({ position: { x: 600, y: 400 } })
  await expect.element(page.getByText('1:30', { exact: true })).not.toBeInTheDocument()
})

test('a track that was not analysed has a plain groove', async () => {
  const { requested } = await renderSeekBar({ waveform: null })
  await expect.poll(() => requested.length).toBe(1)
  await expect.element(slider).toHaveAttribute('aria-valuetext', '0:40 von 1:40')
  expect(document.querySelector('canvas')).toBeNull()
})

test('a track that the account may not play shows a band, and its peaks are not requested', async () => {
  const { requested } = await renderSeekBar({ keyVerified: false })
  await expect.element(page.getByText('Dieser Track ist exklusiv')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Zugangsschlüssel eingeben' })).toBeVisible()
  await expect.element(slider).not.toBeInTheDocument()
  expect(requested).toEqual([])
})

test('Alt and an arrow go to the moment before and after, which opens', async () => {
  await renderSeekBar({
    moments: [10, 60, 90].map((second) => aMoment(`m${second}`, { second, text: `Bei ${second}` })),
  })
  await expect.element(page.getByRole('button', { name: /^Moment bei 1:00/ })).toBeVisible()
  slider.element().focus()
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}')
  await expect.element(page.getByRole('dialog').getByText('Bei 60', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Moment bei 1:00/ })).toHaveFocus()
  expect(position()).toBe(60)
  await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}')
  await expect.element(page.getByRole('dialog').getByText('Bei 10', { exact: true })).toBeVisible()
  expect(position()).toBe(10)
  // There is no moment before this one.
  await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}')
  expect(position()).toBe(10)
})
