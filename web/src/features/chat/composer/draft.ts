import { create } from 'zustand'
import type { OwnMedia } from '../state/outgoing.ts'

/** A text that is not in the field at the moment; with the id under which it was sent in vain. */
export interface UnsentText {
  text: string
  clientId?: string | undefined
}

interface Draft {
  /** What stands in the field. */
  text: string
  /** The text that was sent in vain and put back into the field: sent again, it is still the same message. */
  sentBefore: UnsentText | undefined
  /** Texts that had to make room in the field, oldest first. Two texts are never joined. */
  unsent: readonly UnsentText[]
  /** Images that go with the next message, in the order in which they were attached. */
  images: readonly OwnMedia[]
  /** Why something could not be sent, empty when the failure has no reason; undefined while nothing has failed. */
  failure: string | undefined
}

const EMPTY: Draft = { text: '', sentBefore: undefined, unsent: [], images: [], failure: undefined }
const UNSENT_MAX = 20
/** Most images that are sent at once. */
export const IMAGES_MAX = 10

/** What is being written; it stays while its author looks at other pages. */
export const useDraft = create<Draft>(() => EMPTY)

export function resetDraft(): void {
  for (const { address } of useDraft.getState().images) URL.revokeObjectURL(address)
  useDraft.setState(EMPTY, true)
}

export function setText(text: string): void {
  useDraft.setState({ text })
}

const isBlank = (text: string) => text.trim() === ''

/** The text in the field as one to be kept; none while the field is empty. */
function textInField({ text, sentBefore }: Draft): UnsentText[] {
  if (isBlank(text)) return []
  return [{ text, clientId: sentBefore?.text === text ? sentBefore.clientId : undefined }]
}

/** Starts a message to a member; the existing draft is kept separately. */
export function writeTo(username: string): void {
  useDraft.setState((draft) => {
    const beginning = `@${username} `
    if (draft.text.startsWith(beginning)) return draft
    const unsent = [...draft.unsent, ...textInField(draft)].slice(-UNSENT_MAX)
    return { text: beginning, sentBefore: undefined, unsent }
  })
}

/** Puts a text back that could not be sent: into the field, or beside it while something is written there. */
export function restoreText(returned: UnsentText): void {
  useDraft.setState((draft) =>
    isBlank(draft.text)
      ? { text: returned.text, sentBefore: returned }
      : { unsent: [...draft.unsent, returned].slice(-UNSENT_MAX) },
  )
}

/** Puts a kept text into the field; what stands there takes its place. */
export function editUnsent(unsent: UnsentText): void {
  useDraft.setState((draft) => ({
    text: unsent.text,
    sentBefore: unsent,
    unsent: draft.unsent.flatMap((each) => (each === unsent ? textInField(draft) : [each])),
  }))
}

export function discardUnsent(unsent: UnsentText): void {
  useDraft.setState((draft) => ({ unsent: draft.unsent.filter((each) => each !== unsent) }))
}

/** Empties the field. @returns the id under which this very text was sent before, so that it stands in the chat once */
export function clearText(text: string): string | undefined {
  const { sentBefore } = useDraft.getState()
  useDraft.setState({ text: '', sentBefore: undefined, failure: undefined })
  return sentBefore?.text === text ? sentBefore.clientId : undefined
}

/** Their answers were lost, but they stand in the chat: they are not to be sent once more. */
export function removeDelivered(arrived: ReadonlySet<string | null>): void {
  const has = (unsent: UnsentText | undefined) =>
    unsent?.clientId !== undefined && arrived.has(unsent.clientId)
  useDraft.setState((draft) => {
    const { text, sentBefore, unsent } = draft
    if (!has(sentBefore) && !unsent.some(has)) return draft
    const isInField = has(sentBefore) && sentBefore?.text === text
    return {
      unsent: unsent.filter((each) => !has(each)),
      ...(has(sentBefore) && { sentBefore: undefined, failure: undefined }),
      ...(isInField && { text: '' }),
    }
  })
}

let lastOrder = 0

/** Attaches an image. @returns false when as many wait as are sent at once */
export function addImage(image: OwnMedia): boolean {
  const { images } = useDraft.getState()
  if (images.length >= IMAGES_MAX) return false
  lastOrder += 1
  useDraft.setState({ images: [...images, { ...image, order: lastOrder }] })
  return true
}

/** Puts an image back that could not be sent, where it was among the others. */
export function restoreImage(image: OwnMedia): void {
  useDraft.setState(({ images }) => ({
    images: [...images, image].sort((one, other) => (one.order ?? 0) - (other.order ?? 0)),
  }))
}

export function removeImage(address: string): void {
  URL.revokeObjectURL(address)
  useDraft.setState(({ images }) => ({ images: images.filter((each) => each.address !== address) }))
}

/** Hands the images over to be sent. */
export function takeImages(): readonly OwnMedia[] {
  const { images } = useDraft.getState()
  useDraft.setState({ images: [] })
  return images
}

export function showFailure(reason: string): void {
  useDraft.setState({ failure: reason })
}

export function dismissFailure(): void {
  useDraft.setState({ failure: undefined })
}
