import type * as z from 'zod/mini'

/** One kind of message between the processes of an installation. */
export interface Topic<T> {
  /** To all other processes, in the order told. It is lost for those that cannot be reached at this moment. */
  publish(value: T): void
  /** Hears what others tell, never one's own. `from` names the process. */
  subscribe(listener: (value: T, from: string) => void): void
}

/** Carries messages between processes. Nothing is kept: whoever needs to know for sure reads the database. */
export interface Bus {
  /** This process's name, another one after each start. */
  readonly self: string
  /** Messages that do not have this shape are left out: they come from another version of this program. */
  topic<T>(name: string, shape: z.ZodMiniType<T>): Topic<T>
  /** Whether nobody can hear what is told at this moment. */
  isAlone(): boolean
  /** Whether the others can be reached. Always true in a single process. */
  isUp(): boolean
  /** Called when the others can be reached again; what was told meanwhile is lost. */
  onReturn(listener: () => void): void
  /**
   * Called when something that others told may have been missed: at once and every second while they cannot be heard,
   * and when they can be heard again.
   */
  onGap(listener: () => void): void
  close(): Promise<void>
}

/** A message on its way. */
interface Envelope {
  from: string
  topic: string
  value: unknown
}

/** The half of a bus that both twins share: topics by name, and handing out what came. */
export interface TopicRouter {
  topic: Bus['topic']
  /** Hands out a message from elsewhere. */
  receive(text: string): void
}

/** `send` gets the message as text; `isAlone` spares writing it when nobody is there to hear. */
export function createTopicRouter(
  self: string,
  send: (text: string) => void,
  isAlone: () => boolean,
  onFault: (error: unknown) => void,
): TopicRouter {
  const topics = new Map<string, (value: unknown, from: string) => void>()
  return {
    topic: <T>(name: string, shape: z.ZodMiniType<T>): Topic<T> => {
      if (topics.has(name)) throw new Error(`The topic ${name} is taken`)
      const listeners: ((value: T, from: string) => void)[] = []
      topics.set(name, (value, from) => {
        const checked = shape.safeParse(value)
        if (!checked.success) return
        for (const listener of listeners) {
          try {
            listener(checked.data, from)
          } catch (error) {
            onFault(error)
          }
        }
      })
      return {
        publish: (value) => {
          if (isAlone()) return
          const envelope: Envelope = { from: self, topic: name, value }
          send(JSON.stringify(envelope))
        },
        subscribe: (listener) => void listeners.push(listener),
      }
    },
    receive: (text) => {
      const envelope = envelopeIn(text)
      if (envelope !== undefined && envelope.from !== self)
        topics.get(envelope.topic)?.(envelope.value, envelope.from)
    },
  }
}

function envelopeIn(text: string): Envelope | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed !== 'object' || parsed === null) return undefined
    const from: unknown = Reflect.get(parsed, 'from')
    const topic: unknown = Reflect.get(parsed, 'topic')
    return typeof from === 'string' && typeof topic === 'string'
      ? { from, topic, value: Reflect.get(parsed, 'value') }
      : undefined
  } catch {
    return undefined
  }
}
