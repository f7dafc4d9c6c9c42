import type { ToBrowser } from '@tonarchiv/contract/realtime'

const FINAL_TEXT = 0x81

/** Encodes a message as one WebSocket text frame (RFC 6455). A frame is built once and written to many sockets. */
export function frameOf(message: ToBrowser): Buffer {
  return frameOfText(JSON.stringify(message))
}

/** Encodes a message that is already JSON as one WebSocket text frame. */
export function frameOfText(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const headerBytes = length < 126 ? 2 : length < 65_536 ? 4 : 10
  // The frame is allocated outside of the shared pool. A slow consumer that holds a pooled frame would keep the whole
  // pool in memory.
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
