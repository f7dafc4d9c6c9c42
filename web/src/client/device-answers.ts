import type { JsonRoute } from './response.ts'

type Scalar = string | number | boolean

/** The parts of a call on which its answer depends. */
export interface AskedParts {
  params?: Record<string, Scalar | undefined>
  query?: Record<string, Scalar | undefined>
}

/** Answers calls with data that is stored on this device. The feature `offline-copies` provides this. */
interface DeviceAnswers {
  /** Resolves with undefined when this device does not have the data. */
  answer: (route: JsonRoute, asked: AskedParts) => Promise<unknown>
  /** Called with every answer of the server, which may be stored. */
  remember: (route: JsonRoute, asked: AskedParts, answer: unknown) => void
}

let answers: DeviceAnswers | undefined

/** Sets the provider that answers calls. @returns a function that removes the provider */
export function provideDeviceAnswers(provided: DeviceAnswers): () => void {
  answers = provided
  return () => {
    if (answers === provided) answers = undefined
  }
}

/** The answer to a call from data on this device, parsed with the schema of the route; undefined when there is none. */
export async function answerFromDevice(route: JsonRoute, asked: AskedParts): Promise<unknown> {
  try {
    const known = await answers?.answer(route, asked)
    // The answer is validated, because another version of the app may have stored it.
    return known === undefined ? undefined : route.answer.safeParse(known).data
  } catch {
    // The database on this device cannot be used.
    return undefined
  }
}

export function rememberAnswer(route: JsonRoute, asked: AskedParts, answer: unknown): void {
  answers?.remember(route, asked, answer)
}
