import type { JsonRoute } from './response.ts'

type Scalar = string | number | boolean

/** The parts of a call that decide its answer. */
export interface AskedParts {
  params?: Record<string, Scalar | undefined>
  query?: Record<string, Scalar | undefined>
}

/** Answers calls with data that is stored on this device. The offline copies provide this. */
interface DeviceAnswers {
  /** Undefined when this device does not have the data. */
  answer: (route: JsonRoute, asked: AskedParts) => Promise<unknown>
  /** Called with every answer of the server. */
  remember: (route: JsonRoute, asked: AskedParts, answer: unknown) => void
}

let answers: DeviceAnswers | undefined

/** @returns a function that removes the provider */
export function provideDeviceAnswers(provided: DeviceAnswers): () => void {
  answers = provided
  return () => {
    if (answers === provided) answers = undefined
  }
}

/** The answer of this device, parsed with the route's schema; undefined when it has none. */
export async function answerFromDevice(route: JsonRoute, asked: AskedParts): Promise<unknown> {
  try {
    const known = await answers?.answer(route, asked)
    // Another version of the app may have stored it.
    return known === undefined ? undefined : route.answer.safeParse(known).data
  } catch {
    // The database is not available.
    return undefined
  }
}

export function rememberAnswer(route: JsonRoute, asked: AskedParts, answer: unknown): void {
  answers?.remember(route, asked, answer)
}
