/** A thread of sound-workers.ts: makes one file after the other. */
import { writeFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { createSoundRenderer, type PieceFile } from './sound-files.ts'

/** A piece and where its file shall lie. */
export interface SoundOrder {
  piece: PieceFile
  path: string
}

const renderer = await createSoundRenderer()

parentPort?.on('message', ({ piece, path }: SoundOrder) => {
  writeFileSync(path, renderer.make(piece))
  parentPort?.postMessage(path)
})
