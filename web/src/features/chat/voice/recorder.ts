import { CHAT_VOICE_MAX_SECONDS } from '@tonarchiv/contract/chat'
import { claimVoiceOutput } from './voice-output.ts'
import { levelOf, peaksOf } from './waveform.ts'

/** A finished recording. */
export interface Recorded {
  file: Blob
  durationSeconds: number
  /** Levels from 0 to 100. */
  peaks: readonly number[]
}

export interface Recording {
  /** Ends the recording and returns it. */
  stop: () => Promise<Recorded>
  /** The recording up to now without its last second; undefined during the first second. */
  recorded: () => Recorded | undefined
  discard: () => void
}

interface Listeners {
  /** Called ten times a second with the seconds so far and the current level, 0 to 100. */
  onLevel: (seconds: number, level: number) => void
  /** Called when the maximum duration is reached. */
  onFull: () => void
}

/** Media types that the server accepts, best first; the first one that the browser supports is used. */
const KINDS = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4']
const BITS_PER_SECOND = 32_000
const LEVEL_EVERY = 100
/** Milliseconds after which the browser hands out the bytes of a running recording. */
const CHUNK_EVERY = 1000

/** The German error text when the microphone cannot be used. */
export function microphoneProblem(failure: unknown): string {
  const name = failure instanceof DOMException ? failure.name : ''
  if (name === 'NotAllowedError') return 'Der Zugriff auf das Mikrofon ist nicht erlaubt'
  if (name === 'NotFoundError') return 'Es wurde kein Mikrofon gefunden'
  if (name === 'NotReadableError') return 'Das Mikrofon wird gerade von einem anderen Programm benutzt'
  return 'Die Aufnahme ist in diesem Browser nicht möglich'
}

function openMicrophone(): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia({
    audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 },
  })
}

/**
 * Starts recording and pauses the music. @throws DOMException when there is no microphone or no permission to use it
 */
export async function startRecording({ onLevel, onFull }: Listeners): Promise<Recording> {
  const mimeType = KINDS.find((kind) => MediaRecorder.isTypeSupported(kind))
  // Created before the permission prompt: after it the user gesture is over, and the context might stay suspended.
  const context = new AudioContext()
  const stream = await openMicrophone().catch(async (failure: unknown) => {
    await context.close()
    throw failure
  })
  await context.resume()
  const release = claimVoiceOutput()
  const chunks: Blob[] = []
  const levels: number[] = []
  const recorder = new MediaRecorder(stream, {
    audioBitsPerSecond: BITS_PER_SECOND,
    ...(mimeType !== undefined && { mimeType }),
  })
  recorder.addEventListener('dataavailable', ({ data }) => chunks.push(data))

  const analyser = new AnalyserNode(context, { fftSize: 2048 })
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  const startedAt = performance.now()
  const seconds = () => Math.min(CHAT_VOICE_MAX_SECONDS, (performance.now() - startedAt) / 1000)
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples)
    const level = levelOf(samples)
    levels.push(level)
    onLevel(seconds(), level)
    if (seconds() >= CHAT_VOICE_MAX_SECONDS) onFull()
  }, LEVEL_EVERY)

  function cleanUp(): void {
    clearInterval(timer)
    for (const track of stream.getTracks()) track.stop()
    void context.close()
    release()
  }

  const resultOf = (durationSeconds: number): Recorded => {
    const type = (recorder.mimeType || 'audio/webm').split(';')[0]
    return { file: new Blob(chunks, { type }), durationSeconds, peaks: peaksOf(levels) }
  }

  recorder.start(CHUNK_EVERY)
  return {
    recorded: () => (chunks.length === 0 ? undefined : resultOf(seconds())),
    async stop() {
      const durationSeconds = seconds()
      if (recorder.state !== 'inactive') {
        const stopped = new Promise((done) => recorder.addEventListener('stop', done, { once: true }))
        recorder.stop()
        await stopped
      }
      cleanUp()
      return resultOf(durationSeconds)
    },
    discard() {
      if (recorder.state !== 'inactive') recorder.stop()
      cleanUp()
    },
  }
}
