import type { ToBrowser } from '@tonarchiv/contract/realtime'

const FINAL_TEXT = 0x81

/** One message as it goes over the line (RFC 6455, a whole text frame): built once, written to many. */
export function frameOf(message: ToBrowser): Buffer {
  return frameOfText(JSON.stringify(message))
}

/** The same of JSON that stands ready. */
export function frameOfText(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const headerBytes = length < 126 ? 2 : length < 65_536 ? 4 : 10
  // Memory of its own: a chunk of a shared one would hold the whole as long as one slow reader holds the chunk.
  const frame = Buffer.allocUnsafeSlow(headerBytes + length)
  frame.writeUInt8(FINAL_TEXT, 0)
  if (headerBytes === 2) frame.writeUInt8(length, 1)
  else if (headerBytes === 4) {
    frame.writeUInt8(126, 1)
    frame.writeUInt16BE(length, 2)
  } else {
    frame.writeUInt8(127, 1)
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, headerBytes)
  return frame
}

/** Frames behind each other, to be written at once. */
export function joinFrames(frames: readonly Buffer[]): Buffer {
  const [first] = frames
  if (first !== undefined && frames.length === 1) return first
  const joined = Buffer.allocUnsafeSlow(frames.reduce((sum, frame) => sum + frame.length, 0))
  let at = 0
  for (const frame of frames) at += frame.copy(joined, at)
  return joined
}
