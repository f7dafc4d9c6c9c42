import type * as z from 'zod/mini'

/** One kind of message between the processes of an installation. */
export interface Topic<T> {
  /**
   * Publishes to all other processes, in the order of the calls. The message is lost for processes that
   * cannot be reached at this moment.
   */
  publish(value: T): void
  /**
   * Calls the handler for messages of other processes, never for those of this process. `from` is the sending process.
   */
  subscribe(listener: (value: T, from: string) => void): void
}

/**
 * Carries messages between processes. Messages are not stored: code that needs certainty reads the database.
 */
export interface Bus {
  /** The id of this process, a new one after each start. */
  readonly self: string
  /** Messages that do not match this shape are ignored: they were sent by another version of this program. */
  topic<T>(name: string, shape: z.ZodMiniType<T>): Topic<T>
  /** Whether no other process can receive messages at this moment. */
  isAlone(): boolean
  /** Whether the other processes can be reached. Always true in a single process. */
  isUp(): boolean
  /** Called when the other processes can be reached again; messages of the time between are lost. */
  onReturn(listener: () => void): void
  /**
   * Called when messages of other processes may have been missed: at once and every second while they cannot
   * be received, and when they can be received again.
   */
  onGap(listener: () => void): void
  close(): Promise<void>
}

/** A message with its topic and sender. */
interface Envelope {
  from: string
  topic: string
  value: unknown
}

/**
 * The part of a bus that both implementations share: topics by name and the delivery of received messages.
 */
export interface TopicRouter {
  topic: Bus['topic']
  /** Delivers a message from another process. */
  receive(text: string): void
}

/** `send` gets the message as text; `isAlone` avoids serialising a message that no process would receive. */
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
