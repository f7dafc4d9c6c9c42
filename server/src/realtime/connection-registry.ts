import type { Connection } from './connection.ts'

/** The connections of this process, by account and by client subnet. */
export class ConnectionRegistry {
  readonly #all = new Set<Connection>()
  readonly #byUser = new Map<string, readonly Connection[]>()
  readonly #countBySubnet = new Map<string, number>()

  get all(): ReadonlySet<Connection> {
    return this.#all
  }

  /** Oldest first. */
  ofUser(userId: string): readonly Connection[] {
    return this.#byUser.get(userId) ?? []
  }

  countOfSubnet(clientSubnet: string): number {
    return this.#countBySubnet.get(clientSubnet) ?? 0
  }

  add(connection: Connection): void {
    const { userId, clientSubnet } = connection.holder
    this.#all.add(connection)
    this.#byUser.set(userId, [...this.ofUser(userId), connection])
    this.#countBySubnet.set(clientSubnet, this.countOfSubnet(clientSubnet) + 1)
  }

  delete(connection: Connection): void {
    const { userId, clientSubnet } = connection.holder
    if (!this.#all.delete(connection)) return
    const others = this.ofUser(userId).filter((other) => other !== connection)
    if (others.length === 0) this.#byUser.delete(userId)
    else this.#byUser.set(userId, others)
    const left = this.countOfSubnet(clientSubnet) - 1
    if (left === 0) this.#countBySubnet.delete(clientSubnet)
    else this.#countBySubnet.set(clientSubnet, left)
  }
}
