/** `again`: the worker was woken during a run that may not have seen the new work, so another run follows. */
type State = { name: 'idle' } | { name: 'running' | 'again'; done: Promise<void> } | { name: 'closed' }

/** Runs one piece of work at a time in the background. */
export interface BackgroundWorker {
  /** Runs the work now; during a run, once more after it. */
  wake: () => void
  /** Resolves when nothing runs any more. */
  idle: () => Promise<void>
  /** Starts no more runs and resolves when the last one has ended. */
  close: () => Promise<void>
}

/** `onFault` gets what the work throws; the next wake runs it again. */
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
