import { create } from 'zustand'
import type { OwnMedia } from '../state/outgoing.ts'

/** A text that is not in the field at the moment; with its client id if sending it has failed. */
export interface UnsentText {
  text: string
  clientId?: string | undefined
}

interface Draft {
  /** The text in the field. */
  text: string
  /** A text that could not be sent and was restored into the field. If it is sent unchanged, it keeps its client id. */
  sentBefore: UnsentText | undefined
  /** Texts that were moved out of the field, oldest first. Two texts are never joined. */
  unsent: readonly UnsentText[]
  /** Images of the next message, in the order in which they were attached. */
  images: readonly OwnMedia[]
  /** Why sending has failed; empty when the reason is not known, undefined when nothing has failed. */
  failure: string | undefined
}

const EMPTY: Draft = { text: '', sentBefore: undefined, unsent: [], images: [], failure: undefined }
const UNSENT_MAX = 20
/** Maximum number of images that are sent at once. */
export const IMAGES_MAX = 10

/** The draft of the next message; it is kept while its author visits other pages. */
export const useDraft = create<Draft>(() => EMPTY)

export function resetDraft(): void {
  for (const { address } of useDraft.getState().images) URL.revokeObjectURL(address)
  useDraft.setState(EMPTY, true)
}

export function setText(text: string): void {
  useDraft.setState({ text })
}

const isBlank = (text: string) => text.trim() === ''

/** The text in the field as an entry of `unsent`; none while the field is empty. */
function textInField({ text, sentBefore }: Draft): UnsentText[] {
  if (isBlank(text)) return []
  return [{ text, clientId: sentBefore?.text === text ? sentBefore.clientId : undefined }]
}

/** Starts a message to a member. An existing draft is moved to `unsent`. */
export function writeTo(username: string): void {
  useDraft.setState((draft) => {
    const beginning = `@${username} `
    if (draft.text.startsWith(beginning)) return draft
    const unsent = [...draft.unsent, ...textInField(draft)].slice(-UNSENT_MAX)
    return { text: beginning, sentBefore: undefined, unsent }
  })
}

/** Restores a text that could not be sent: into the field, or into `unsent` if the field is in use. */
export function restoreText(returned: UnsentText): void {
  useDraft.setState((draft) =>
    isBlank(draft.text)
      ? { text: returned.text, sentBefore: returned }
      : { unsent: [...draft.unsent, returned].slice(-UNSENT_MAX) },
  )
}

/** Swaps an unsent text with the text of the field. */
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

/**
 * Clears the field.
 * @returns the client id with which this text was sent before, so that it appears in the chat once
 */
export function clearText(text: string): string | undefined {
  const { sentBefore } = useDraft.getState()
  useDraft.setState({ text: '', sentBefore: undefined, failure: undefined })
  return sentBefore?.text === text ? sentBefore.clientId : undefined
}

/** Removes texts whose messages have arrived although their responses were lost, so that they are not sent again. */
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

/**
 * Attaches an image.
 * @returns false when the maximum number is attached already
 */
export function addImage(image: OwnMedia): boolean {
  const { images } = useDraft.getState()
  if (images.length >= IMAGES_MAX) return false
  lastOrder += 1
  useDraft.setState({ images: [...images, { ...image, order: lastOrder }] })
  return true
}

/** Restores an image that could not be sent, at its previous position. */
export function restoreImage(image: OwnMedia): void {
  useDraft.setState(({ images }) => ({
    images: [...images, image].sort((one, other) => (one.order ?? 0) - (other.order ?? 0)),
  }))
}

export function removeImage(address: string): void {
  URL.revokeObjectURL(address)
  useDraft.setState(({ images }) => ({ images: images.filter((each) => each.address !== address) }))
}

/** Returns the images and removes them from the draft. */
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
