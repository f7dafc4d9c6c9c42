import type { StoreApi } from 'zustand/vanilla'
import type { LoadOutcome } from './after-failure.ts'
import type { AudioElements, SoundEvents } from '../sound/audio.ts'
import { createCrossfadedSound } from '../sound/crossfaded-sound.ts'
import type { DeckParts } from '../sound/deck.ts'
import type { DeckOutput, SoundOutput } from '../sound/output/sound-output.ts'
import { createRoutedSound, type LoadGapless } from '../sound/routed-sound.ts'
import { createLoadAhead } from './load-ahead.ts'
import { countPlayedTime } from './played-time.ts'
import { createCommands, type Playback } from './playback-commands.ts'
import { createEffects, type StreamUrl } from './playback-effects.ts'
import { playbackAfter } from './playback-machine.ts'
import { CLOSED_PLAYBACK, isOpen, statusOf, type PlaybackEvent } from './playback-state.ts'
import type { PlayerState } from './player-state.ts'
import { createSoundEvents } from './sound-events.ts'
import { isPlayable, type Track } from '#features/tracks/index.ts'

/** Events of the player. Presence, play counts and scrobbling subscribe to them. */
export interface PlayerEvent {
  /** `listened`: 30 seconds of the track were played. */
  type: 'started' | 'listened' | 'paused' | 'ended'
  track: Track
  positionSeconds: number
}

export interface PlaybackDependencies {
  /** Creates the audio elements of a deck. Called once at first, and again when a crossfade needs a second deck. */
  createElements: () => AudioElements
  /** Loads the code that joins tracks without gaps, where the browser supports that. */
  loadGapless?: LoadGapless
  /**
   * Applies gains and fades by Web Audio. Without it, the volume of the audio elements is set, and there are no
   * crossfades.
   */
  output?: SoundOutput
  streamUrl: StreamUrl
  /** Asks the server why a file does not play. */
  probeTrack: (file: string) => Promise<LoadOutcome>
  /** Registers a function that is called whenever the browser is online again. */
  onOnline: (back: () => void) => void
}

interface PlaybackHandlers {
  emit: (event: PlayerEvent) => void
  /** Called when the track has played to its end. */
  onEnded: () => void
  /**
   * Called when the track cannot be played. `step`: the player must continue with the next track or stop; with `wait`
   * it has given up waiting for the connection for now.
   */
  onFailed: (step: 'next' | 'stop' | 'wait', loadOutcome: LoadOutcome) => void
}

/** Connects the state machine (`playback-machine.ts`), the effects that it returns, and the sound. */
export function createPlayback(
  state: StoreApi<PlayerState>,
  { createElements, loadGapless, output, streamUrl, probeTrack, onOnline }: PlaybackDependencies,
  { emit, onEnded, onFailed }: PlaybackHandlers,
): Playback {
  const get = () => state.getState()
  const played = countPlayedTime()
  let current = CLOSED_PLAYBACK

  function happened(event: PlaybackEvent): void {
    const before = current
    const transition = playbackAfter(before, event)
    current = transition.state
    const status = statusOf(current.phase)
    if (status !== statusOf(before.phase)) state.setState({ status })
    effects.enter(before, current)
    transition.effects.forEach(effects.run)
  }

  function emitNow(type: PlayerEvent['type']): void {
    const { track, positionSeconds } = get()
    if (track) emit({ type, track, positionSeconds })
  }

  const isFileOpen = () => isOpen(current.phase)
  const sound = createCrossfadedSound({
    createDeck: (events) => createDeckParts({ createElements, loadGapless, output }, events),
    events: createSoundEvents({
      state,
      played,
      happened,
      isOpen: isFileOpen,
      onListened: () => emitNow('listened'),
      onRoom: () => ahead.begin(),
    }),
    durationSeconds: () => get().durationSeconds,
  })
  const ahead = createLoadAhead(sound, (track) => streamUrl(track, 'first'))
  const effects = createEffects({
    sound,
    closeSound() {
      ahead.forget()
      sound.close()
    },
    track() {
      const { track } = get()
      return track && isPlayable(track) ? track : undefined
    },
    positionSeconds: () => get().positionSeconds,
    streamUrl,
    probeTrack,
    emit: emitNow,
    onEnd() {
      played.restart()
      onEnded()
    },
    onFail: onFailed,
    happened,
  })
  onOnline(() => happened({ type: 'online' }))
  return createCommands({
    state,
    played,
    sound,
    ahead,
    isOpen: isFileOpen,
    phase: () => current.phase.name,
    streamUrl,
    probeTrack,
    happened,
    wake: () => output?.wake(),
  })
}

/** The output without Web Audio, which cannot fade. */
const PLAIN_OUTPUT: Omit<DeckOutput, 'amplify'> = {
  mayFade: () => false,
  canFade: () => false,
  fader: () => undefined,
}

function createDeckParts(
  {
    createElements,
    loadGapless,
    output,
  }: Pick<PlaybackDependencies, 'createElements' | 'loadGapless' | 'output'>,
  events: SoundEvents,
): DeckParts {
  const { amplify, ...rest } = output?.createDeck() ?? { ...PLAIN_OUTPUT, amplify: undefined }
  return { sound: createRoutedSound(createElements(), events, loadGapless, amplify), ...rest }
}
