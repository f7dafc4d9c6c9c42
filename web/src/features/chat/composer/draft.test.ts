import { beforeEach, describe, expect, test } from 'vitest'
import {
  addPicture,
  bringBack,
  dropArrived,
  PICTURES_AT_MOST,
  putBack,
  resetDraft,
  restorePicture,
  setText,
  takePictures,
  takeText,
  useDraft,
  writeTo,
} from './draft.ts'
import type { OwnMedia } from '../state/outgoing.ts'

beforeEach(resetDraft)

const draft = () => useDraft.getState()
const kept = () => draft().kept.map(({ text }) => text)
const picture = (address: string): OwnMedia => ({ kind: 'image', file: new Blob(), address })
const addresses = (pictures: readonly OwnMedia[]) => pictures.map(({ address }) => address)

describe('what is being written', () => {
  test('a message to somebody does not join a draft to somebody else', () => {
    writeTo('okan')
    setText('@okan hast du das gehört?')
    writeTo('mila')
    expect(draft().text).toBe('@mila ')
    expect(kept()).toEqual(['@okan hast du das gehört?'])
    writeTo('mila')
    expect(kept()).toHaveLength(1)
  })

  test('what could not be sent goes into an empty field, and beside a new draft', () => {
    putBack({ text: 'erste', clientId: 'a' })
    expect(draft().text).toBe('erste')
    setText('schon etwas anderes')
    putBack({ text: 'zweite', clientId: 'b' })
    expect(draft().text).toBe('schon etwas anderes')
    expect(kept()).toEqual(['zweite'])
  })

  test('a kept text changes places with the one in the field, and is still the same message when it is sent', () => {
    setText('neu')
    putBack({ text: 'alt', clientId: 'a' })
    const [old] = draft().kept
    if (old) bringBack(old)
    expect(draft().text).toBe('alt')
    expect(kept()).toEqual(['neu'])
    expect(takeText('alt')).toBe('a')
    expect(draft().text).toBe('')
    expect(takeText('')).toBeUndefined()
  })

  test('a text that was changed is another message', () => {
    putBack({ text: 'alt', clientId: 'a' })
    setText('alt, aber länger')
    expect(takeText('alt, aber länger')).toBeUndefined()
  })

  test('what stands in the chat after all is not offered once more', () => {
    putBack({ text: 'eins', clientId: 'a' })
    putBack({ text: 'zwei', clientId: 'b' })
    dropArrived(new Set(['a', 'b', null]))
    expect(draft()).toMatchObject({ text: '', kept: [], failure: undefined })
  })

  test('pictures that come back stand in the order in which they were attached', () => {
    for (const address of ['1', '2', '3']) addPicture(picture(address))
    const [first, second, third] = takePictures()
    addPicture(picture('4'))
    for (const back of [second, first, third]) if (back) restorePicture(back)
    expect(addresses(draft().pictures)).toEqual(['1', '2', '3', '4'])
  })

  test('no more pictures wait than are sent at once', () => {
    const taken = Array.from({ length: PICTURES_AT_MOST + 1 }, (_, index) =>
      addPicture(picture(String(index))),
    )
    expect(taken.filter((isTaken) => !isTaken)).toHaveLength(1)
    expect(draft().pictures).toHaveLength(PICTURES_AT_MOST)
  })
})
