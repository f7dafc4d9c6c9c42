import { ApiError } from '#client/api-error.ts'

/** Milliseconds within which the same content counts as the same request, if the first one had no answer. */
const SAME_WITHIN = 120_000

/**
 * Returns a function that sends a request with an id, for which the server acts only once. A request without an answer
 * may have been executed: if the same content is sent again, it has the same id.
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
