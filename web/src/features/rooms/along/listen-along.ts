import {
  answerListenAlong,
  cancelListenAlong,
  LISTEN_ANSWERED_WITHIN_MS,
  listenAlong,
  listenRequestOver,
} from '@tonarchiv/contract/listen-along'
import type { Person } from '@tonarchiv/contract/presence'
import type { ToBrowser } from '@tonarchiv/contract/realtime'
import Headphones from 'lucide-react/icons/headphones'
import { create } from 'zustand'
import { ApiError, textOf } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { currentUser } from '#features/auth/index.ts'
import { getOwnPlayer, isSounding } from '#features/player/index.ts'
import { usePeople } from '#features/presence/index.ts'
import { socket } from '#realtime/socket-instance.ts'
import { dismissToast, showToast } from '#ui/dom/toast.ts'
import { callNameOf } from '../parts/wording.ts'
import { roomTab } from '../state/room-tab.ts'
import { joinListeningRoom } from '../tab/actions.ts'

export type ListenQuestion = Extract<ToBrowser, { type: 'listenRequested' }>
type ListenAnswer = Extract<ToBrowser, { type: 'listenAnswered' }>

/** A request of this tab to listen along that was not answered yet. */
interface Asked {
  person: Person
  /** Undefined until the server has answered the call. The other member's answer may arrive earlier. */
  requestId: string | undefined
  toast: number
}

interface State {
  /** The requests of other members to listen along with this one, oldest first. */
  questions: readonly ListenQuestion[]
  asked: Asked | undefined
  /** The page that is opened next. */
  path: string | undefined
}

const NOTHING: State = { questions: [], asked: undefined, path: undefined }
const FAILED = 'Das hat nicht geklappt.'

/** The open questions whether members may listen along: those of other members, and that of this tab. */
export const useListenAlong = create<State>(() => NOTHING)

let ending: ReturnType<typeof setTimeout> | undefined

function endAsking(): void {
  clearTimeout(ending)
  const { asked } = useListenAlong.getState()
  if (asked) dismissToast(asked.toast)
  useListenAlong.setState({ asked: undefined })
}

function endAlone(person: Person): void {
  endAsking()
  showToast(`${callNameOf(person)} möchte gerade allein hören.`, { icon: Headphones })
}

function drop(requestId: string): void {
  useListenAlong.setState(({ questions }) => ({
    questions: questions.filter((one) => one.requestId !== requestId),
  }))
}

const pathOf = (roomId: string, code: string | null = null) =>
  `/rooms/${encodeURIComponent(roomId)}${code === null ? '' : `#${code}`}`

/** The track that the member plays in this tab; otherwise on another device, where the position is not known. */
function playingNow(): { trackId: string; positionMs: number } | undefined {
  const { track, status, positionSeconds } = getOwnPlayer().state.getState()
  if (track && isSounding(status))
    return { trackId: track.id, positionMs: Math.round(positionSeconds * 1000) }
  const own = usePeople.getState().byId.get(currentUser()?.id ?? '')
  const elsewhere = own?.isPlaying === true ? own.currentTrack?.id : undefined
  return elsewhere ? { trackId: elsewhere, positionMs: 0 } : undefined
}

/** Asks `person` whether this member may listen along. Does nothing while this tab waits for an answer. */
export async function askToListenAlong(person: Person): Promise<void> {
  if (useListenAlong.getState().asked) return
  const toast = showToast(`${callNameOf(person)} wird gefragt …`, {
    icon: Headphones,
    duration: LISTEN_ANSWERED_WITHIN_MS,
    returns: true,
    action: { label: 'Zurückziehen', onPress: takeQuestionBack },
  })
  const asked: Asked = { person, requestId: undefined, toast }
  useListenAlong.setState({ asked })
  // If `person` does not answer, the server does when the time is over. The timer is for a lost connection.
  ending = setTimeout(() => endAlone(person), LISTEN_ANSWERED_WITHIN_MS + 2000)
  const isStillAsked = () => useListenAlong.getState().asked === asked
  try {
    const { roomId, request } = await call(listenAlong, { params: { id: person.id } })
    if (!isStillAsked()) {
      const isAskedAgain = useListenAlong.getState().asked?.person.id === person.id
      if (request && !isAskedAgain) cancelRequest(request.id)
      return
    }
    if (request) {
      useListenAlong.setState({ asked: { ...asked, requestId: request.id } })
      return
    }
    endAsking()
    if (roomId !== null) useListenAlong.setState({ path: pathOf(roomId) })
  } catch (failure) {
    if (!isStillAsked()) return
    endAsking()
    showToast(textOf(failure, FAILED), { kind: 'error' })
  }
}

/** If the call fails, the other member sees the question until its time is over; this tab ignores the answer. */
function cancelRequest(id: string): void {
  call(cancelListenAlong, { params: { id } }).catch(() => undefined)
}

/** Takes the request of this tab back. */
export function takeQuestionBack(): void {
  const requestId = useListenAlong.getState().asked?.requestId
  endAsking()
  if (requestId !== undefined) cancelRequest(requestId)
}

/** Refuses a request. If the call fails, the member who has asked gets no answer until the time is over. */
export function refuseToBeHeard({ requestId }: ListenQuestion): void {
  drop(requestId)
  call(answerListenAlong, { params: { id: requestId }, body: { isAccepted: false } }).catch(() => undefined)
}

/** Accepts a request; this tab then joins the room. @returns the id of the room; undefined if there is none */
export async function letListenAlong({ requestId, person }: ListenQuestion): Promise<string | undefined> {
  const playing = playingNow()
  if (!playing) {
    showToast('Da läuft gerade nichts', { kind: 'error' })
    return undefined
  }
  try {
    const body = { isAccepted: true, ...playing } as const
    const { room } = await call(answerListenAlong, { params: { id: requestId }, body })
    drop(requestId)
    // If both members have asked each other, the room also answers this member's own request.
    if (useListenAlong.getState().asked?.person.id === person.id) endAsking()
    if (room) await joinListeningRoom(room.state.roomId)
    return room?.state.roomId
  } catch (failure) {
    if (failure instanceof ApiError && failure.is(listenRequestOver)) drop(requestId)
    showToast(textOf(failure, FAILED), { kind: 'error' })
    return undefined
  }
}

/** Accepts a request, and opens the page of the room. */
export async function openRoomFor(question: ListenQuestion): Promise<void> {
  const roomId = await letListenAlong(question)
  if (roomId !== undefined) useListenAlong.setState({ path: pathOf(roomId) })
}

/** Accepts a request that the settings of the member allow. Only the device that plays does so; others do nothing. */
async function answerAllowed(question: ListenQuestion): Promise<void> {
  if (!isSounding(getOwnPlayer().state.getState().status)) return
  const roomId = await letListenAlong(question)
  if (roomId === undefined) return
  showToast(`${callNameOf(question.person)} hört jetzt mit`, {
    icon: Headphones,
    duration: 8000,
    action: {
      label: 'Zum Hörraum',
      onPress: () => useListenAlong.setState({ path: pathOf(roomId) }),
    },
  })
}

function received(question: ListenQuestion): void {
  // In a room, accepting the request would invite the other member to that room. That requires a question.
  if (question.isAllowed && roomTab.getState().name !== 'in') {
    void answerAllowed(question)
    return
  }
  drop(question.requestId)
  useListenAlong.setState(({ questions }) => ({ questions: [...questions, question] }))
  // The server reports when the time is over. The timer is for a lost connection.
  setTimeout(() => drop(question.requestId), LISTEN_ANSWERED_WITHIN_MS)
}

function answered({ requestId, person, roomId, inviteCode, isCancelled }: ListenAnswer): void {
  drop(requestId)
  const { asked } = useListenAlong.getState()
  if (asked?.person.id !== person.id || (asked.requestId ?? requestId) !== requestId) return
  // Another tab of this member has taken the question back.
  if (isCancelled === true) {
    endAsking()
    return
  }
  if (roomId === null) {
    endAlone(person)
    return
  }
  endAsking()
  useListenAlong.setState({ path: pathOf(roomId, inviteCode) })
}

/**
 * Receives requests of other members to listen along, and the answers to the requests of this tab.
 * @returns a function that stops that
 */
export function startListenAlong(): () => void {
  const stops = [socket.on('listenRequested', received), socket.on('listenAnswered', answered)]
  return () => {
    for (const stop of stops) stop()
    endAsking()
    useListenAlong.setState(NOTHING, true)
  }
}
