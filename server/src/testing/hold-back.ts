import { vi } from 'vitest'
import type { TestApp } from './start-app.ts'

/**
 * Delays the result of the next matching statement outside of transactions until the test calls `letGo`, or makes it
 * fail. Other statements are not delayed. So a test can act between two steps of one call, on both databases.
 */
export function holdBack({ services }: Pick<TestApp, 'services'>, isMeant: (statement: string) => boolean) {
  const reached = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const executor = services.db.getExecutor()
  const execute = executor.executeQuery.bind(executor)
  const spy = vi.spyOn(executor, 'executeQuery')
  spy.mockImplementation(async (query) => {
    if (!isMeant(query.sql)) return execute(query)
    spy.mockRestore()
    const answer = await execute(query)
    reached.resolve()
    await released.promise
    return answer
  })
  return { reached: reached.promise, letGo: released.resolve, fail: released.reject }
}
