/** A voice message as a browser records it: WebM with Opus whose header has no duration. */
export function recordedVoice(
  seconds: number,
  { codec = 'A_OPUS', docType = 'webm', trackType = 2 } = {},
): Buffer {
  const pieces: Buffer[] = []
  const step = 60
  for (let time = 0; time < seconds * 1000; time += step) {
    const block = Buffer.from([0x81, 0, 0, 0x80, 1, 2, 3, 4])
    block.writeInt16BE(time % 30_000, 1)
    if (time % 30_000 < step) {
      const start = time - (time % 30_000)
      const timecode = Buffer.alloc(4)
      timecode.writeUInt32BE(start)
      pieces.push(UNKNOWN_LENGTH_CLUSTER, element(0xe7, timecode))
    }
    pieces.push(element(0xa3, block))
  }
  const track = Buffer.concat([
    element(0xd7, Buffer.from([1])),
    element(0x83, Buffer.from([trackType])),
    element(0x86, Buffer.from(codec)),
  ])
  return Buffer.concat([
    element(0x1a45dfa3, element(0x4282, Buffer.from(docType))),
    Buffer.from([0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
    element(0x1549a966, element(0x2ad7b1, Buffer.from([0x0f, 0x42, 0x40]))),
    element(0x1654ae6b, element(0xae, track)),
    ...pieces,
  ])
}

const UNKNOWN_LENGTH_CLUSTER = Buffer.from([
  0x1f, 0x43, 0xb6, 0x75, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
])

function element(id: number, content: Buffer): Buffer {
  const digits = id.toString(16)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(0x10000000 | content.length)
  return Buffer.concat([Buffer.from(digits, 'hex'), length, content])
}
