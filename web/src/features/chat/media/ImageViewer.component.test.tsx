import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { closeImage, openImages } from './image-viewer.ts'
import { ImageViewer } from './ImageViewer.tsx'

/** An image of one colour. */
function picture(colour: string): string {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: 800, height: 400 })
  const context = canvas.getContext('2d')
  if (context) context.fillStyle = colour
  context?.fillRect(0, 0, 800, 400)
  return canvas.toDataURL()
}

const IMAGES = ['red', 'green', 'blue'].map((colour, index) => ({
  address: picture(colour),
  alt: `Bild ${index + 1} von 3 von Mila`,
}))

async function renderViewer(index = 0) {
  closeImage()
  await render(
    <>
      <button type="button" onClick={() => openImages(IMAGES, index, 'Vom Konzert')}>
        Öffnen
      </button>
      <ImageViewer />
    </>,
  )
  await page.getByRole('button', { name: 'Öffnen', exact: true }).click()
  await expect.element(viewer).toBeVisible()
  await expect.poll(() => shown().naturalWidth).toBe(800)
}

const viewer = page.getByRole('dialog', { name: 'Bild', exact: true })
const button = (name: string) => viewer.getByRole('button', { name, exact: true })

function shown(): HTMLImageElement {
  const image = viewer.getByRole('img').element()
  return image instanceof HTMLImageElement ? image : expect.fail()
}
const scale = () => new DOMMatrix(getComputedStyle(shown()).transform).a

/** The stage of the image, which takes pointers and the wheel. */
const stage = () => shown().parentElement ?? expect.fail()

function point(type: string, pointerId: number, x: number, y: number): void {
  const isTouch = { pointerId, pointerType: 'touch', isPrimary: pointerId === 1 }
  const at = { clientX: x, clientY: y, button: 0, bubbles: true, cancelable: true }
  shown().dispatchEvent(new PointerEvent(type, { ...isTouch, ...at }))
}

test('arrows move between the images of a message, and end at the first and the last', async () => {
  await renderViewer()
  await expect.element(viewer.getByText('Vom Konzert', { exact: true })).toBeVisible()
  await expect.element(button('Vorheriges Bild')).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{ArrowLeft}')
  expect(shown().alt).toBe('Bild 1 von 3 von Mila')
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(() => shown().alt).toBe('Bild 2 von 3 von Mila')
  await expect.element(viewer.getByText('2 / 3', { exact: true })).toBeVisible()
  await button('Nächstes Bild').click()
  await expect.poll(() => shown().alt).toBe('Bild 3 von 3 von Mila')
  await expect.element(button('Nächstes Bild')).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{ArrowRight}')
  expect(shown().alt).toBe('Bild 3 von 3 von Mila')
})

test('the image is in the middle of the window, with the text of its message below', async () => {
  await renderViewer()
  const caption = viewer.getByText('Vom Konzert', { exact: true }).element().getBoundingClientRect()
  const { left, right } = shown().getBoundingClientRect()
  expect((left + right) / 2).toBeCloseTo(innerWidth / 2)
  expect((caption.left + caption.right) / 2).toBeCloseTo(innerWidth / 2)
})

test('keys and buttons zoom, and another image is fitted', async () => {
  await renderViewer()
  await expect.element(button('Verkleinern')).toBeDisabled()
  await userEvent.keyboard('+')
  await expect.poll(scale).toBe(1.5)
  await button('Vergrößern').click()
  await expect.poll(scale).toBe(2.25)
  await userEvent.keyboard('-')
  await expect.poll(scale).toBe(1.5)
  await userEvent.keyboard('0')
  await expect.poll(scale).toBe(1)
  await userEvent.keyboard('+{ArrowRight}')
  await expect.poll(() => shown().alt).toBe('Bild 2 von 3 von Mila')
  expect(scale()).toBe(1)
})

test('the wheel zooms, and the page is not zoomed with it', async () => {
  await renderViewer()
  const wheel = new WheelEvent('wheel', { deltaY: -200, bubbles: true, cancelable: true, ctrlKey: true })
  stage().dispatchEvent(wheel)
  expect(wheel.defaultPrevented).toBe(true)
  await expect.poll(scale).toBeGreaterThan(1.4)
})

test('two fingers pinch, one moves the zoomed image, and a swipe of the fitted one shows the next', async () => {
  // Replaced, because the browser rejects capturing the pointers of synthetic events.
  const capture = vi.spyOn(Element.prototype, 'setPointerCapture').mockReturnValue()
  onTestFinished(() => capture.mockRestore())
  await renderViewer()
  point('pointerdown', 1, 600, 450)
  point('pointerdown', 2, 700, 450)
  point('pointermove', 2, 900, 450)
  await expect.poll(scale).toBe(3)
  point('pointerup', 2, 900, 450)
  point('pointermove', 1, 650, 450)
  await expect.poll(() => new DOMMatrix(getComputedStyle(shown()).transform).e).not.toBe(0)
  point('pointerup', 1, 650, 450)
  // Neither the end of a pinch nor moving the zoomed image is a swipe or a press.
  expect(shown().alt).toBe('Bild 1 von 3 von Mila')
  await userEvent.keyboard('0')
  await expect.poll(scale).toBe(1)
  point('pointerdown', 1, 700, 450)
  point('pointermove', 1, 500, 450)
  point('pointerup', 1, 500, 450)
  await expect.poll(() => shown().alt).toBe('Bild 2 von 3 von Mila')
  await expect.element(viewer).toBeVisible()
})

test('a double press doubles the image, and a press beside it closes the viewer', async () => {
  await renderViewer()
  await userEvent.dblClick(viewer.getByRole('img'))
  await expect.poll(scale).toBe(2)
  await userEvent.dblClick(viewer.getByRole('img'))
  await expect.poll(scale).toBe(1)
  await userEvent.click(stage(), { position: { x: 20, y: 20 } })
  await expect.element(viewer).not.toBeInTheDocument()
})

test.each(['Escape', 'the button', 'Back'])(
  '%s closes it, and the focus returns to the opener',
  async (way) => {
    await renderViewer(1)
    await expect.element(button('Schließen')).toHaveFocus()
    if (way === 'Escape') await userEvent.keyboard('{Escape}')
    else if (way === 'Back') history.back()
    else await button('Schließen').click()
    await expect.element(viewer).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Öffnen', exact: true })).toHaveFocus()
  },
)

test('an image that is gone says so', async () => {
  closeImage()
  await render(<ImageViewer />)
  openImages([{ address: 'data:image/png;base64,AAAA', alt: 'weg' }], 0, '')
  await expect.element(viewer.getByText('Das Bild ist nicht da', { exact: true })).toBeVisible()
  closeImage()
})
