/** The program of the worker threads in sound-workers.ts: renders one file after the other. */
import { writeFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { createSoundRenderer, type PieceFile } from './sound-files.ts'

/** A piece and the path of its file. */
export interface SoundOrder {
  piece: PieceFile
  path: string
}

const renderer = await createSoundRenderer()

parentPort?.on('message', ({ piece, path }: SoundOrder) => {
  writeFileSync(path, renderer.make(piece))
  parentPort?.postMessage(path)
})
