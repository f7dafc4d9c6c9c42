import { ALBUM_MAX, ROOM_ID } from '@tonarchiv/contract/chat'
import { create } from 'zustand'
import type { OwnMedia, SentDraft } from '../state/outgoing.ts'

/** A text that is not in the field at the moment; with its client id if sending it has failed. */
export interface UnsentText {
  text: string
  clientId?: string | undefined
}

/** A message that could not be sent and was restored into the composer. */
export interface SentBefore extends UnsentText {
  files: readonly Blob[]
}

/** The draft of the next message of a conversation. */
export interface Draft {
  /** The text in the field. */
  text: string
  /** If it is sent unchanged, it keeps its client id. */
  sentBefore: SentBefore | undefined
  /** Texts that were moved out of the field, oldest first. Two texts are never joined. */
  unsent: readonly UnsentText[]
  /** Images of the next message, in their order. */
  images: readonly OwnMedia[]
  /** Why sending has failed; empty when the reason is not known, undefined when nothing has failed. */
  failure: string | undefined
}

/** The draft of the conversation whose composer was open last, and those of the others. */
interface Drafts extends Draft {
  conversation: string
  others: ReadonlyMap<string, Draft>
}

export const EMPTY_DRAFT: Draft = {
  text: '',
  sentBefore: undefined,
  unsent: [],
  images: [],
  failure: undefined,
}
const UNSENT_MAX = 20
/** Drafts are kept while their author visits other pages, and in the browser's storage. */
export const useDraft = create<Drafts>(() => ({ ...EMPTY_DRAFT, conversation: ROOM_ID, others: new Map() }))

/** The drafts of all conversations. */
export function allDrafts(): ReadonlyMap<string, Draft> {
  const { conversation, others, ...draft } = useDraft.getState()
  return new Map([...others, [conversation, draft]])
}

/** Shows the draft of this conversation. */
export function openDraft(conversation: string): void {
  const { conversation: before, others: _others, ...draft } = useDraft.getState()
  if (before === conversation) return
  const others = new Map(useDraft.getState().others)
  others.set(before, draft)
  const opened = others.get(conversation) ?? EMPTY_DRAFT
  others.delete(conversation)
  useDraft.setState({ ...opened, conversation, others })
}

export function resetDraft(): void {
  for (const { images } of allDrafts().values())
    for (const { address } of images) URL.revokeObjectURL(address)
  useDraft.setState(useDraft.getInitialState(), true)
}

/** Changes the draft of a conversation, which need not be open. */
export function changeDraft(conversation: string, change: (draft: Draft) => Partial<Draft>): void {
  useDraft.setState((drafts) => {
    if (drafts.conversation === conversation) return change(drafts)
    const draft = drafts.others.get(conversation) ?? EMPTY_DRAFT
    return { others: new Map(drafts.others).set(conversation, { ...draft, ...change(draft) }) }
  })
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

/** Starts a message to a member in the room. An existing draft is moved to `unsent`. */
export function writeTo(username: string): void {
  changeDraft(ROOM_ID, (draft) => {
    const beginning = `@${username} `
    if (draft.text.startsWith(beginning)) return {}
    const unsent = [...draft.unsent, ...textInField(draft)].slice(-UNSENT_MAX)
    return { text: beginning, sentBefore: undefined, unsent }
  })
}

/** Restores a text: into the field, or into `unsent` if the field is in use. */
export function restoreText(conversation: string, returned: UnsentText): void {
  changeDraft(conversation, (draft) => {
    if (!isBlank(draft.text)) return { unsent: [...draft.unsent, returned].slice(-UNSENT_MAX) }
    return { text: returned.text, sentBefore: { ...returned, files: filesOf(draft.images) } }
  })
}

/** Restores a message that could not be sent. */
export function restoreMessage(
  conversation: string,
  { text, clientId, media }: Pick<SentDraft, 'text' | 'clientId' | 'media'>,
): void {
  if (media.length === 0) return restoreText(conversation, { text, clientId })
  changeDraft(conversation, (draft) => {
    const images = [...draft.images, ...media].sort((one, other) => (one.order ?? 0) - (other.order ?? 0))
    if (!isBlank(draft.text))
      return { images, unsent: text === '' ? draft.unsent : [...draft.unsent, { text }].slice(-UNSENT_MAX) }
    const isWhole = draft.images.length === 0
    return { images, text, sentBefore: isWhole ? { text, clientId, files: filesOf(images) } : undefined }
  })
}

/** Swaps an unsent text with the text of the field. */
export function editUnsent(unsent: UnsentText): void {
  useDraft.setState((draft) => ({
    text: unsent.text,
    sentBefore: { ...unsent, files: filesOf(draft.images) },
    unsent: draft.unsent.flatMap((each) => (each === unsent ? textInField(draft) : [each])),
  }))
}

export function discardUnsent(unsent: UnsentText): void {
  useDraft.setState((draft) => ({ unsent: draft.unsent.filter((each) => each !== unsent) }))
}

const filesOf = (media: readonly OwnMedia[]) => media.map(({ file }) => file)

/** Whether the draft is the message that could not be sent before. */
function isAsBefore({ sentBefore, images }: Draft, text: string): boolean {
  return (
    sentBefore?.text === text &&
    sentBefore.files.length === images.length &&
    sentBefore.files.every((file, index) => file === images[index]?.file)
  )
}

/**
 * Takes the images out of the draft and clears the field.
 * @returns the message, with the client id with which it was sent before, so that it appears in the chat once
 */
export function takeMessage(text: string): {
  text: string
  media: readonly OwnMedia[]
  clientId: string | undefined
} {
  const draft = useDraft.getState()
  const clientId = isAsBefore(draft, text) ? draft.sentBefore?.clientId : undefined
  useDraft.setState({ text: '', images: [], sentBefore: undefined, failure: undefined })
  return { text, media: draft.images, clientId }
}

/** Removes drafts whose messages have arrived although their responses were lost, so that they are not sent again. */
export function removeDelivered(conversation: string, arrived: ReadonlySet<string | null>): void {
  const has = (unsent: UnsentText | undefined) =>
    unsent?.clientId !== undefined && arrived.has(unsent.clientId)
  const draft = allDrafts().get(conversation)
  if (!draft || (!has(draft.sentBefore) && !draft.unsent.some(has))) return
  const isInField = has(draft.sentBefore) && isAsBefore(draft, draft.text)
  for (const { address } of isInField ? draft.images : []) URL.revokeObjectURL(address)
  changeDraft(conversation, ({ sentBefore, unsent }) => ({
    unsent: unsent.filter((each) => !has(each)),
    ...(has(sentBefore) && { sentBefore: undefined, failure: undefined }),
    ...(isInField && { text: '', images: [] }),
  }))
}

let lastOrder = 0

/**
 * Attaches an image.
 * @returns false when the maximum number is attached already
 */
export function addImage(image: OwnMedia): boolean {
  const { images } = useDraft.getState()
  if (images.length >= ALBUM_MAX) return false
  lastOrder = Math.max(lastOrder, ...images.map(({ order = 0 }) => order)) + 1
  useDraft.setState({ images: [...images, { ...image, order: lastOrder }] })
  return true
}

/** Moves an image to this place among the images. */
export function moveImage(address: string, to: number): void {
  useDraft.setState(({ images }) => {
    const from = images.findIndex((image) => image.address === address)
    const image = images[from]
    if (image === undefined || from === to) return {}
    const moved = images.toSpliced(from, 1).toSpliced(to, 0, image)
    return { images: moved.map((each, index) => Object.assign({}, each, { order: index + 1 })) }
  })
}

export function removeImage(address: string): void {
  URL.revokeObjectURL(address)
  useDraft.setState(({ images }) => ({ images: images.filter((each) => each.address !== address) }))
}

export function showFailure(conversation: string, reason: string): void {
  changeDraft(conversation, () => ({ failure: reason }))
}

export function dismissFailure(): void {
  useDraft.setState({ failure: undefined })
}
