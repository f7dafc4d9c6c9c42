import type { OwnMedia, SentDraft } from '../state/outgoing.ts'
import { allDrafts, changeDraft, EMPTY_DRAFT, useDraft, type Draft, type UnsentText } from './draft.ts'

const UNSENT_MAX = 20

const isBlank = (text: string) => text.trim() === ''

const filesOf = (media: readonly OwnMedia[]) => media.map(({ file }) => file)

/** Whether the composer has neither a text nor a card, so that a message can be restored into it. */
const isFree = ({ text, card }: Draft) => isBlank(text) && card === undefined

/** The message in the composer as an entry of `unsent`, without its images; none while the composer is free. */
function textInField(draft: Draft): UnsentText[] {
  if (isFree(draft)) return []
  const { text, replyTo, card, sentBefore } = draft
  const isWhole = draft.images.length === 0 && isAsBefore(draft, text)
  return [{ text, replyTo, card, clientId: isWhole ? sentBefore?.clientId : undefined }]
}

/** The draft with this message in the composer; images that are attached stay. */
const inField = ({ images }: Draft, { text, clientId, replyTo, card }: UnsentText): Partial<Draft> => ({
  text,
  replyTo,
  card,
  sentBefore: { text, clientId, replyTo, card, files: filesOf(images) },
})

const withUnsent = ({ unsent }: Draft, added: UnsentText): Partial<Draft> => ({
  unsent: [...unsent, added].slice(-UNSENT_MAX),
})

/** Restores a message without images: into the composer, or into `unsent` if the composer is in use. */
export function restoreText(conversation: string, returned: UnsentText): void {
  changeDraft(conversation, (draft) =>
    isFree(draft) ? inField(draft, returned) : withUnsent(draft, returned),
  )
}

/** Restores a message that could not be sent. */
export function restoreMessage(
  conversation: string,
  {
    text,
    clientId,
    media,
    replyTo,
    card,
  }: Pick<SentDraft, 'text' | 'clientId' | 'media' | 'replyTo' | 'card'>,
): void {
  if (media.length === 0) return restoreText(conversation, { text, clientId, replyTo, card })
  changeDraft(conversation, (draft) => {
    const images = [...draft.images, ...media].sort((one, other) => (one.order ?? 0) - (other.order ?? 0))
    if (!isFree(draft)) return { images, ...(text !== '' && withUnsent(draft, { text, replyTo })) }
    const restored = inField({ ...draft, images }, { text, clientId, replyTo })
    const isWhole = draft.images.length === 0
    return { images, ...restored, ...(!isWhole && { sentBefore: undefined }) }
  })
}

/** Swaps an unsent message with the one in the composer. */
export function editUnsent(unsent: UnsentText): void {
  useDraft.setState((draft) => ({
    ...inField(draft, unsent),
    unsent: draft.unsent.flatMap((each) => (each === unsent ? textInField(draft) : [each])),
  }))
}

export function discardUnsent(unsent: UnsentText): void {
  useDraft.setState((draft) => ({ unsent: draft.unsent.filter((each) => each !== unsent) }))
}

/** Whether the draft is unchanged from the message that could not be sent. */
function isAsBefore({ sentBefore, images, replyTo, card }: Draft, text: string): boolean {
  return (
    sentBefore?.text === text &&
    sentBefore.replyTo?.id === replyTo?.id &&
    sentBefore.card?.id === card?.id &&
    sentBefore.files.length === images.length &&
    sentBefore.files.every((file, index) => file === images[index]?.file)
  )
}

export type TakenMessage = Pick<Draft, 'text' | 'replyTo' | 'card'> & {
  media: readonly OwnMedia[]
  clientId: string | undefined
}

/**
 * Takes the message out of the composer.
 * @returns the message, with the client id with which it was sent before, so that it appears in the chat once
 */
export function takeMessage(text: string): TakenMessage {
  const draft = useDraft.getState()
  const clientId = isAsBefore(draft, text) ? draft.sentBefore?.clientId : undefined
  const { images: media, replyTo, card } = draft
  const { unsent: _unsent, edit: _edit, ...empty } = EMPTY_DRAFT
  useDraft.setState(empty)
  return { text, media, clientId, replyTo, card }
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
    ...(isInField && { text: '', images: [], replyTo: undefined, card: undefined }),
  }))
}
