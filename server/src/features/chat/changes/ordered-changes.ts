import type { ChatChange } from '@tonarchiv/contract/chat'

/** Delivers changes exactly once and in the order of their revisions, in whatever order they arrive. */
export class OrderedChanges {
  /** Changes that wait for an earlier one. */
  readonly #early = new Map<number, ChatChange>()
  readonly #deliver: (change: ChatChange) => void
  #revision: number

  /** Changes up to `revision` are not delivered. */
  constructor(revision: number, deliver: (change: ChatChange) => void) {
    this.#revision = revision
    this.#deliver = deliver
  }

  /** The revision of the last change that was delivered or skipped. */
  get revision(): number {
    return this.#revision
  }

  /** Whether a change waits for an earlier one. */
  get hasGap(): boolean {
    return this.#early.size > 0
  }

  /** Delivers the next change. A repeated change is dropped; an early one waits for the changes before it. */
  take(change: ChatChange): void {
    if (change.revision <= this.#revision) return
    this.#early.set(change.revision, change)
    this.#deliverDue()
  }

  /** Call it when the changes up to this revision are delivered or do not exist. */
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
