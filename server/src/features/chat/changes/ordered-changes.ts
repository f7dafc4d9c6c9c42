import type { ChatChange } from '@tonarchiv/contract/chat'

/** Delivers changes exactly once and in the order of their revisions, in whatever order they arrive. */
export class OrderedChanges {
  /** Changes that wait for an earlier one. */
  readonly #early = new Map<number, ChatChange>()
  readonly #deliver: (change: ChatChange) => void
  #revision: number

  /** `revision`: the last change that is not delivered any more. */
  constructor(revision: number, deliver: (change: ChatChange) => void) {
    this.#revision = revision
    this.#deliver = deliver
  }

  /** All changes up to this one were delivered. */
  get revision(): number {
    return this.#revision
  }

  /** Whether a change waits for an earlier one. */
  get hasGap(): boolean {
    return this.#early.size > 0
  }

  /** A repeated change is dropped, an early one waits. */
  take(change: ChatChange): void {
    if (change.revision <= this.#revision) return
    this.#early.set(change.revision, change)
    this.#deliverDue()
  }

  /** There are no further changes up to this revision. */
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
