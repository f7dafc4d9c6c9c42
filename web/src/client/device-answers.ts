import type { JsonRoute } from './response.ts'

type Scalar = string | number | boolean

/** The parts of a call that decide its answer. */
export interface AskedParts {
  params?: Record<string, Scalar | undefined>
  query?: Record<string, Scalar | undefined>
}

/** Answers to calls from what lies on this device; the offline copies provide them. */
interface DeviceAnswers {
  /** Undefined when this device does not know. */
  answer: (route: JsonRoute, asked: AskedParts) => Promise<unknown>
  /** The server has answered. */
  remember: (route: JsonRoute, asked: AskedParts, answer: unknown) => void
}

let answers: DeviceAnswers | undefined

/** Returns a function that withdraws them. */
export function provideDeviceAnswers(provided: DeviceAnswers): () => void {
  answers = provided
  return () => {
    if (answers === provided) answers = undefined
  }
}

/** The answer of this device, in the form of the route; undefined when it has none. */
export async function answerFromDevice(route: JsonRoute, asked: AskedParts): Promise<unknown> {
  try {
    const known = await answers?.answer(route, asked)
    // Another version of the app may have stored it.
    return known === undefined ? undefined : route.answer.safeParse(known).data
  } catch {
    // The database is not available: nothing is known.
    return undefined
  }
}

export function rememberAnswer(route: JsonRoute, asked: AskedParts, answer: unknown): void {
  answers?.remember(route, asked, answer)
}
