import { beforeEach, describe, expect, test } from 'vitest'
import {
  addImage,
  editUnsent,
  removeDelivered,
  IMAGES_MAX,
  restoreText,
  resetDraft,
  restoreImage,
  setText,
  takeImages,
  clearText,
  useDraft,
  writeTo,
} from './draft.ts'
import type { OwnMedia } from '../state/outgoing.ts'

beforeEach(resetDraft)

const draft = () => useDraft.getState()
const unsent = () => draft().unsent.map(({ text }) => text)
const image = (address: string): OwnMedia => ({ kind: 'image', file: new Blob(), address })
const addresses = (images: readonly OwnMedia[]) => images.map(({ address }) => address)

describe('what is being written', () => {
  test('a message to one member does not join a draft to another member', () => {
    writeTo('okan')
    setText('@okan hast du das gehört?')
    writeTo('mila')
    expect(draft().text).toBe('@mila ')
    expect(unsent()).toEqual(['@okan hast du das gehört?'])
    writeTo('mila')
    expect(unsent()).toHaveLength(1)
  })

  test('what could not be sent goes into an empty field, and beside a new draft', () => {
    restoreText({ text: 'erste', clientId: 'a' })
    expect(draft().text).toBe('erste')
    setText('schon etwas anderes')
    restoreText({ text: 'zweite', clientId: 'b' })
    expect(draft().text).toBe('schon etwas anderes')
    expect(unsent()).toEqual(['zweite'])
  })

  test('a kept text changes places with the one in the field, and is still the same message when it is sent', () => {
    setText('neu')
    restoreText({ text: 'alt', clientId: 'a' })
    const [old] = draft().unsent
    if (old) editUnsent(old)
    expect(draft().text).toBe('alt')
    expect(unsent()).toEqual(['neu'])
    expect(clearText('alt')).toBe('a')
    expect(draft().text).toBe('')
    expect(clearText('')).toBeUndefined()
  })

  test('a text that was changed is another message', () => {
    restoreText({ text: 'alt', clientId: 'a' })
    setText('alt, aber länger')
    expect(clearText('alt, aber länger')).toBeUndefined()
  })

  test('what stands in the chat after all is not offered once more', () => {
    restoreText({ text: 'eins', clientId: 'a' })
    restoreText({ text: 'zwei', clientId: 'b' })
    removeDelivered(new Set(['a', 'b', null]))
    expect(draft()).toMatchObject({ text: '', unsent: [], failure: undefined })
  })

  test('pictures that come back stand in the order in which they were attached', () => {
    for (const address of ['1', '2', '3']) addImage(image(address))
    const [first, second, third] = takeImages()
    addImage(image('4'))
    for (const back of [second, first, third]) if (back) restoreImage(back)
    expect(addresses(draft().images)).toEqual(['1', '2', '3', '4'])
  })

  test('no more pictures wait than are sent at once', () => {
    const taken = Array.from({ length: IMAGES_MAX + 1 }, (_, index) => addImage(image(String(index))))
    expect(taken.filter((isTaken) => !isTaken)).toHaveLength(1)
    expect(draft().images).toHaveLength(IMAGES_MAX)
  })
})
