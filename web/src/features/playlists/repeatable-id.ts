import { ApiError } from '#client/api-error.ts'

/** If a request had no answer, a request with the same content within this many milliseconds counts as a repetition. */
const SAME_WITHIN = 120_000

/**
 * Creates a function that sends a request with an id. The server executes only one of several requests with the same
 * id. A request without an answer may have been executed, so a repetition with the same content gets the same id.
 */
export function createRepeatableId() {
  let unanswered: { content: string; id: string; at: number } | undefined
  return async <A>(content: string, send: (id: string) => Promise<A>): Promise<A> => {
    const last = unanswered
    const isSame = last?.content === content && performance.now() - last.at < SAME_WITHIN
    const id = isSame ? last.id : crypto.randomUUID()
    try {
      const answer = await send(id)
      unanswered = undefined
      return answer
    } catch (failure) {
      const hasAnswer = failure instanceof ApiError && failure.status !== 0
      unanswered = hasAnswer ? undefined : { content, id, at: performance.now() }
      throw failure
    }
  }
}
