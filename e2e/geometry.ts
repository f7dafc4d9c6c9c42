import { expect, type Locator, type Page } from '@playwright/test'

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** The bounding box of an element in the window; waits until it is visible. */
export async function boxOf(what: Locator): Promise<Box> {
  for (;;) {
    await expect(what).toBeVisible()
    const box = await what.boundingBox()
    // The page may have replaced the element since it was visible, for example when its text has changed.
    if (box !== null) return box
  }
}

/** The bounding boxes of these visible elements, all measured in the same frame. */
export function boxesOf(what: Locator): Promise<(Box & { label: string | null })[]> {
  return what.filter({ visible: true }).evaluateAll((elements) =>
    elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return { x, y, width, height, label: element.getAttribute('aria-label') }
    }),
  )
}

/** Whether two boxes do not overlap. */
function areApart(one: Box, other: Box): boolean {
  return (
    one.x + one.width <= other.x ||
    other.x + other.width <= one.x ||
    one.y + one.height <= other.y ||
    other.y + other.height <= one.y
  )
}

/** Waits until two visible elements do not overlap: one of them may still be moving to its place. */
export async function expectApart(one: Locator, other: Locator): Promise<void> {
  await expect.poll(async () => areApart(await boxOf(one), await boxOf(other))).toBe(true)
}

/** Pairs of visible elements that cover each other, by their labels. */
export async function overlapsOf(what: Locator): Promise<string[]> {
  const boxes = await boxesOf(what)
  return boxes.flatMap((box, index) =>
    boxes
      .slice(index + 1)
      .filter((other) => !areApart(box, other))
      .map((other) => `${box.label} covers ${other.label}`),
  )
}

/** The widths of the areas at the edges of the screen that the device may cover, in CSS pixels. */
interface SafeAreas {
  top: number
  right: number
  bottom: number
  left: number
}

/** Gives the page the safe areas of a phone with a notch and a home bar. Only Chromium supports it. */
export async function setSafeAreas(page: Page, insets: SafeAreas): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setSafeAreaInsetsOverride', { insets })
}

/** The names of visible controls that are partly in these areas. Controls that scroll out at a side are left out. */
export function coveredBySafeAreas(page: Page, insets: SafeAreas): Promise<string[]> {
  return page.evaluate(({ top, right, bottom, left }) => {
    const found: string[] = []
    for (const control of document.querySelectorAll('a, button, input, textarea, select')) {
      const box = control.getBoundingClientRect()
      const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
      if (hit === null || !control.contains(hit)) continue
      if (
        box.top < top ||
        box.bottom > innerHeight - bottom ||
        (box.left < left && box.left >= 0) ||
        (box.right > innerWidth - right && box.right <= innerWidth)
      )
        found.push(control.getAttribute('aria-label') ?? control.textContent)
    }
    return found
  }, insets)
}

/**
 * Elements that are cut off, broken within a word or too wide, and fields into which phones zoom; one sentence each.
 */
export function flawsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** The least width to which a text may be shortened, in em of its own font. */
    const SHORTEST_EM = 5
    const flaws = new Set<string>()
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) flaws.add(`the page is ${scrollWidth - clientWidth} px too wide`)
    /** The largest height that the player and its notices need below a page. */
    const BELOW_PAGE = 240
    const end = (document.querySelector('main')?.getBoundingClientRect().bottom ?? Infinity) + scrollY
    const below = document.documentElement.scrollHeight - Math.max(innerHeight, end)
    if (below > BELOW_PAGE) flaws.add(`below the page are ${Math.round(below)} px of nothing`)

    const nameOf = (element: Element) => `${element.tagName} „${element.textContent.trim().slice(0, 40)}“`
    /** Whether a word that fits into a line is broken. */
    const breaksAWord = (node: Text) => {
      const range = document.createRange()
      return [...node.data.matchAll(/\p{L}{4,}/gu)].some(({ 0: word, index }) => {
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 6))).size > 1
      })
    }

    /** Whether a line break separates a number from its unit. */
    const partsANumber = (texts: readonly Text[]) => {
      const ends = texts.flatMap((node) =>
        Array.from({ length: node.data.length }, (_, offset) => ({ node, offset })),
      )
      const all = texts.map(({ data }) => data).join('')
      return [...all.matchAll(/\d+ (?:Tracks?|Min|Std)\b/g)].some(({ 0: text, index }) => {
        const [first, last] = [ends[index], ends[index + text.length - 1]]
        if (!first || !last) return false
        const range = document.createRange()
        range.setStart(first.node, first.offset)
        range.setEnd(last.node, last.offset + 1)
        return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 6))).size > 1
      })
    }

    /** Whether the text fits into a single-line field without scrolling. */
    const fits = (field: HTMLElement, text: string) => {
      const style = getComputedStyle(field)
      const ruler = document.body.appendChild(document.createElement('span'))
      const { fontFamily, fontSize, fontWeight, fontStretch, letterSpacing } = style
      Object.assign(ruler.style, { fontFamily, fontSize, fontWeight, fontStretch, letterSpacing })
      Object.assign(ruler.style, { position: 'absolute', whiteSpace: 'pre' })
      ruler.textContent = text
      const { width } = ruler.getBoundingClientRect()
      ruler.remove()
      const room =
        field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
      return width <= room + 1
    }

    /** Pixels of a field's text below which phones zoom in when it gets the focus. */
    const SMALLEST_IN_FIELDS = 16
    const isPhone = matchMedia('(width < 48rem)').matches

    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      if (element.closest('.sr, [inert], [aria-hidden="true"]') || element.clientWidth <= 1) continue
      const isField = element.matches(
        'select, textarea, input:not([type=checkbox], [type=radio], [type=range])',
      )
      if (isPhone && isField && Number.parseFloat(getComputedStyle(element).fontSize) < SMALLEST_IN_FIELDS)
        flaws.add(`a phone zooms into the field „${element.getAttribute('aria-label') ?? element.id}“`)
      if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) {
        const text =
          element instanceof HTMLSelectElement ? element.selectedOptions[0]?.text : element.placeholder
        if (text !== undefined && !fits(element, text)) flaws.add(`„${text}“ does not fit into its field`)
        continue
      }
      const texts = [...element.childNodes].filter((node) => node instanceof Text)
      if (texts.every(({ data }) => data.trim() === '')) continue
      const style = getComputedStyle(element)
      if (element.scrollWidth > element.clientWidth + 1 && style.display !== 'inline') {
        if (style.textOverflow !== 'ellipsis') flaws.add(`${nameOf(element)} is cut off`)
        else if (element.clientWidth < SHORTEST_EM * Number.parseFloat(style.fontSize))
          flaws.add(`${nameOf(element)} is shortened to ${element.clientWidth} px`)
      }
      if (style.writingMode === 'horizontal-tb' && texts.some(breaksAWord))
        flaws.add(`${nameOf(element)} breaks a word`)
      if (style.writingMode === 'horizontal-tb' && partsANumber(texts))
        flaws.add(`${nameOf(element)} parts a number from what it counts`)
    }
    return [...flaws]
  })
}
