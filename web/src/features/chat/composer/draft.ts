import { create } from 'zustand'
import type { OwnMedia } from '../state/outgoing.ts'

/** A text that is not in the field at the moment; with the id under which it was sent in vain. */
export interface KeptText {
  text: string
  clientId?: string | undefined
}

interface Draft {
  /** What stands in the field. */
  text: string
  /** The text that was sent in vain and put back into the field: sent again, it is still the same message. */
  sentBefore: KeptText | undefined
  /** Texts that had to make room in the field, oldest first. Two texts are never joined. */
  kept: readonly KeptText[]
  /** Pictures that go with the next message, in the order in which they were attached. */
  pictures: readonly OwnMedia[]
  /** Why something could not be sent, empty when the failure has no reason; undefined while nothing has failed. */
  failure: string | undefined
}

const EMPTY: Draft = { text: '', sentBefore: undefined, kept: [], pictures: [], failure: undefined }
const KEPT_AT_MOST = 20
/** Most pictures that are sent at once. */
export const PICTURES_AT_MOST = 10

/** What is being written; it stays while its author looks at other pages. */
export const useDraft = create<Draft>(() => EMPTY)

export function resetDraft(): void {
  for (const { address } of useDraft.getState().pictures) URL.revokeObjectURL(address)
  useDraft.setState(EMPTY, true)
}

export function setText(text: string): void {
  useDraft.setState({ text })
}

const isBlank = (text: string) => text.trim() === ''

/** The text in the field as one to be kept; none while the field is empty. */
function textInField({ text, sentBefore }: Draft): KeptText[] {
  if (isBlank(text)) return []
  return [{ text, clientId: sentBefore?.text === text ? sentBefore.clientId : undefined }]
}

/** Begins a message to somebody; what was written already is kept beside it. */
export function writeTo(username: string): void {
  useDraft.setState((draft) => {
    const beginning = `@${username} `
    if (draft.text.startsWith(beginning)) return draft
    const kept = [...draft.kept, ...textInField(draft)].slice(-KEPT_AT_MOST)
    return { text: beginning, sentBefore: undefined, kept }
  })
}

/** Puts a text back that could not be sent: into the field, or beside it while something is written there. */
export function putBack(returned: KeptText): void {
  useDraft.setState((draft) =>
    isBlank(draft.text)
      ? { text: returned.text, sentBefore: returned }
      : { kept: [...draft.kept, returned].slice(-KEPT_AT_MOST) },
  )
}

/** Puts a kept text into the field; what stands there takes its place. */
export function bringBack(kept: KeptText): void {
  useDraft.setState((draft) => ({
    text: kept.text,
    sentBefore: kept,
    kept: draft.kept.flatMap((each) => (each === kept ? textInField(draft) : [each])),
  }))
}

export function dropKept(kept: KeptText): void {
  useDraft.setState((draft) => ({ kept: draft.kept.filter((each) => each !== kept) }))
}

/** Empties the field. @returns the id under which this very text was sent before, so that it stands in the chat once */
export function takeText(text: string): string | undefined {
  const { sentBefore } = useDraft.getState()
  useDraft.setState({ text: '', sentBefore: undefined, failure: undefined })
  return sentBefore?.text === text ? sentBefore.clientId : undefined
}

/** Their answers were lost, but they stand in the chat: they are not to be sent once more. */
export function dropArrived(arrived: ReadonlySet<string | null>): void {
  const has = (kept: KeptText | undefined) => kept?.clientId !== undefined && arrived.has(kept.clientId)
  useDraft.setState((draft) => {
    const { text, sentBefore, kept } = draft
    if (!has(sentBefore) && !kept.some(has)) return draft
    const isInField = has(sentBefore) && sentBefore?.text === text
    return {
      kept: kept.filter((each) => !has(each)),
      ...(has(sentBefore) && { sentBefore: undefined, failure: undefined }),
      ...(isInField && { text: '' }),
    }
  })
}

let lastOrder = 0

/** Attaches a picture. @returns false when as many wait as are sent at once */
export function addPicture(picture: OwnMedia): boolean {
  const { pictures } = useDraft.getState()
  if (pictures.length >= PICTURES_AT_MOST) return false
  lastOrder += 1
  useDraft.setState({ pictures: [...pictures, { ...picture, order: lastOrder }] })
  return true
}

/** Puts a picture back that could not be sent, where it was among the others. */
export function restorePicture(picture: OwnMedia): void {
  useDraft.setState(({ pictures }) => ({
    pictures: [...pictures, picture].sort((one, other) => (one.order ?? 0) - (other.order ?? 0)),
  }))
}

export function removePicture(address: string): void {
  URL.revokeObjectURL(address)
  useDraft.setState(({ pictures }) => ({ pictures: pictures.filter((each) => each.address !== address) }))
}

/** Hands the pictures over to be sent. */
export function takePictures(): readonly OwnMedia[] {
  const { pictures } = useDraft.getState()
  useDraft.setState({ pictures: [] })
  return pictures
}

export function showFailure(reason: string): void {
  useDraft.setState({ failure: reason })
}

export function dismissFailure(): void {
  useDraft.setState({ failure: undefined })
}
