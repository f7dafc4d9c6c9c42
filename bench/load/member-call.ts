import { urlOf } from '@tonarchiv/contract/route'

/**
 * A function that calls routes in the name of the member with this session.
 * @param headers - further headers of each call
 * @throws when a call is refused, with its answer
 */
export function memberCall(port: number, token: string, headers: Record<string, string> = {}) {
  return async (
    { method, path }: { method: string; path: string },
    { id, body }: { id?: string; body?: unknown } = {},
  ): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${urlOf({ path }, { params: { id } })}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok)
      throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`)
    return response.json()
  }
}
