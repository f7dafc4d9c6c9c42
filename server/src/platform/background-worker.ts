/**
 * In the state `again` the worker was woken during a run. That run may not have seen the new work, so another run
 * follows.
 */
type State = { name: 'idle' } | { name: 'running' | 'again'; done: Promise<void> } | { name: 'closed' }

/** Runs a function in the background, one run at a time. */
export interface BackgroundWorker {
  /** Starts a run now. During a run, another run follows it. */
  wake: () => void
  /** Resolves when no run is in progress or due. */
  idle: () => Promise<void>
  /** Starts no more runs and resolves when the last one has ended. */
  close: () => Promise<void>
}

/** Makes the worker. `onFault` gets the errors that `work` throws. The next call of `wake` runs `work` again. */
export function backgroundWorker(
  work: () => Promise<void>,
  onFault: (error: unknown) => void,
): BackgroundWorker {
  let state: State = { name: 'idle' }

  function ended(): void {
    const isAgain = state.name === 'again'
    if (state.name !== 'closed') state = { name: 'idle' }
    if (isAgain) wake()
  }

  function wake(): void {
    if (state.name === 'idle') state = { name: 'running', done: work().catch(onFault).finally(ended) }
    else if (state.name === 'running') state = { ...state, name: 'again' }
  }

  async function idle(): Promise<void> {
    if (!('done' in state)) return
    await state.done
    await idle()
  }

  return {
    wake,
    idle,
    close: async () => {
      const last = 'done' in state ? state.done : undefined
      state = { name: 'closed' }
      await last
    },
  }
}
