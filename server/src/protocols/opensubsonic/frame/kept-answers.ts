/** Rendered answers by the way in which they are encoded. */
type Bodies = Map<string, Buffer>

const kept = new WeakMap<object, Bodies>()

/** Marks an answer that a handler returns many times. `bodyOf` then renders it only once for each encoding. */
export function keptAnswer<T extends object>(answer: T): Readonly<T> {
  kept.set(answer, new Map())
  return answer
}

/** The body of an answer. The body of an answer from `keptAnswer` is rendered only once for each encoding. */
export function bodyOf(answer: object, encoding: string, render: () => string): string | Buffer {
  const bodies = kept.get(answer)
  if (bodies === undefined) return render()
  let body = bodies.get(encoding)
  if (body === undefined) {
    body = Buffer.from(render())
    bodies.set(encoding, body)
  }
  return body
}
