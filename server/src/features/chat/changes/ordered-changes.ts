import type { ChatChange } from '@tonarchiv/contract/chat'

/** Delivers changes exactly once and in the order of their revisions, however they come. */
export class OrderedChanges {
  /** Changes that wait for one before them. */
  readonly #early = new Map<number, ChatChange>()
  readonly #deliver: (change: ChatChange) => void
  #revision: number

  /** `revision`: the last change that need not be delivered. */
  constructor(revision: number, deliver: (change: ChatChange) => void) {
    this.#revision = revision
    this.#deliver = deliver
  }

  /** Everything up to this change was delivered. */
  get revision(): number {
    return this.#revision
  }

  /** Whether a change waits for one before it. */
  get hasGap(): boolean {
    return this.#early.size > 0
  }

  /** A change that comes twice is dropped, one that comes early waits. */
  take(change: ChatChange): void {
    if (change.revision <= this.#revision) return
    this.#early.set(change.revision, change)
    this.#deliverDue()
  }

  /** There are no changes up to this revision that were not taken. */
  skipTo(revision: number): void {
    this.#revision = Math.max(this.#revision, revision)
    for (const early of this.#early.keys()) if (early <= this.#revision) this.#early.delete(early)
    this.#deliverDue()
  }

  #deliverDue(): void {
    for (;;) {
      const due = this.#early.get(this.#revision + 1)
      if (due === undefined) return
      this.#early.delete(due.revision)
      this.#revision = due.revision
      this.#deliver(due)
    }
  }
}
