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
 * Delivers messages between processes. Messages are not stored, so code that must not miss a change reads the database.
 */
export interface Bus {
  /** The id of this process. It gets a new id with each start. */
  readonly self: string
  /**
   * Opens a topic. Messages that do not match its shape are ignored, because another version of this program has sent
   * them.
   */
  topic<T>(name: string, shape: z.ZodMiniType<T>): Topic<T>
  /** Whether no other process can receive messages at this moment. */
  isAlone(): boolean
  /** Whether the other processes can be reached. Always true in a single process. */
  isUp(): boolean
  /** Calls the handler when the other processes can be reached again. Messages that were sent in between are lost. */
  onReturn(listener: () => void): void
  /**
   * Calls the handler when messages of other processes may have been missed. While they cannot be received, it is
   * called at once and then every second, and once more when they can be received again.
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

/** The part that both implementations of the bus share: the topics by name, and the delivery of received messages. */
export interface TopicRouter {
  topic: Bus['topic']
  /** Delivers a message from another process. */
  receive(text: string): void
}

/**
 * Makes the router. `send` publishes a message as text. When `isAlone` is true, messages are not serialised, because no
 * process would receive them.
 */
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
