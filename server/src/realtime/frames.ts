import type { ToBrowser } from '@tonarchiv/contract/realtime'

const FINAL_TEXT = 0x81

/** Encodes a message as a WebSocket frame (RFC 6455, one text frame): built once, written to many sockets. */
export function frameOf(message: ToBrowser): Buffer {
  return frameOfText(JSON.stringify(message))
}

/** The same for a message that is already JSON. */
export function frameOfText(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const headerBytes = length < 126 ? 2 : length < 65_536 ? 4 : 10
  // Allocated outside the shared pool: a slow reader that holds the frame would keep the whole pool buffer in
  // memory.
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

/** Concatenates frames, so that they are written at once. */
export function joinFrames(frames: readonly Buffer[]): Buffer {
  const [first] = frames
  if (first !== undefined && frames.length === 1) return first
  const joined = Buffer.allocUnsafeSlow(frames.reduce((sum, frame) => sum + frame.length, 0))
  let at = 0
  for (const frame of frames) at += frame.copy(joined, at)
  return joined
}
