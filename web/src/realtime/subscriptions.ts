import type { ToBrowser } from '@tonarchiv/contract/realtime'

export type ServerMessage<T extends ToBrowser['type'] = ToBrowser['type']> = Extract<ToBrowser, { type: T }>

/** The handlers that are subscribed to one kind of event. */
export interface Subscriptions<T> {
  /** @returns a function that removes the handler */
  add: (handler: (value: T) => void) => () => void
  emit: (value: T) => void
}

export function createSubscriptions<T>(): Subscriptions<T> {
  const handlers = new Set<(value: T) => void>()
  return {
    add(handler) {
      handlers.add(handler)
      return () => handlers.delete(handler)
    },
    emit(value) {
      for (const handler of handlers) handler(value)
    },
  }
}

/** The handlers for messages of the server, by message type. Messages are delivered in the order of their arrival. */
export interface MessageSubscriptions {
  on: <T extends ToBrowser['type']>(type: T, handler: (message: ServerMessage<T>) => void) => () => void
  emit: (message: ToBrowser) => void
}

export function createMessageSubscriptions(): MessageSubscriptions {
  const byType = new Map<ToBrowser['type'], Subscriptions<ToBrowser>>()
  return {
    on<T extends ToBrowser['type']>(type: T, handler: (message: ServerMessage<T>) => void) {
      const isOfType = (message: ToBrowser): message is ServerMessage<T> => message.type === type
      const subscriptions = byType.get(type) ?? createSubscriptions<ToBrowser>()
      byType.set(type, subscriptions)
      return subscriptions.add((message) => {
        if (isOfType(message)) handler(message)
      })
    },
    emit: (message) => byType.get(message.type)?.emit(message),
  }
}
