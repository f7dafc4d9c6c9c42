import type { RouteShape } from '@tonarchiv/contract/route'
import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { type DomainEventMap, EVENT_NAMES } from '#events/domain-events.ts'
import type { Caller } from '#access/caller.ts'
import { seenBy } from '#access/seen-by.ts'
import type { CredentialResolvers } from '#access/credentials.ts'
import type { Bind } from '#http/bind.ts'
import type { Draining } from '#http/draining.ts'
import type { Protocol } from '#http/protocol.ts'
import type { RunningStreams } from '#http/delivery/running-streams.ts'
import type { BroadcastLimit } from '#rate-limits/broadcast-limit.ts'
import type { Sockets, SocketTimes } from '#realtime/sockets.ts'
import type { Services } from '#services.ts'

/** Intervals of the app in milliseconds, and a limit of what is sent in one of them. Tests use smaller ones. */
export interface AppTimes extends Partial<SocketTimes> {
  /**
   * For presence: how often a process sends a heartbeat to the other processes, and after which time without one it
   * counts as stopped.
   */
  heartbeatEveryMs?: number
  expireAfterMs?: number
  /** For presence: the minimum time between two broadcasts of changes. */
  broadcastPeopleEveryMs?: number
  /** For presence: the maximum size of such a broadcast in bytes, over all sockets. */
  broadcastPeopleBytes?: number
  /** For the chat: the maximum time that a change waits for other changes. */
  commitWithinMs?: number
  /** For scrobbling: how often the database is searched for due plays. */
  lookForPlaysEveryMs?: number
  /** For push messages: how often the database is searched for due messages. */
  lookForPushMessagesEveryMs?: number
  /** For digests: how often the database is searched for due digests. */
  lookForDigestsEveryMs?: number
  /** For transcoding: after this time without a listener an encoding is ended. */
  endUnusedEncodingsAfterMs?: number
  /** For listening rooms; see `RoomTimes` of that feature. */
  roomSweepEveryMs?: number
  roomAwayAfterMs?: number
  roomEndsAfterMs?: number
  listenAnsweredWithinMs?: number
  roomDeviationsEveryMs?: number
}

/** A route that an app serves, with the name of the feature that bound it. */
export interface BoundRoute {
  feature: string
  route: RouteShape
}

/** What an app passes to its features. */
export interface AppContext {
  services: Services
  sockets: Sockets
  streams: RunningStreams
  broadcastLimit: BroadcastLimit
  draining: Draining
  times: AppTimes
  /** All features of the app, in the order in which they are opened. */
  features: readonly Feature[]
  /** All bound routes. The list is complete after every feature has registered its routes. */
  routes: readonly BoundRoute[]
  /** Binds routes of another protocol than our own API. They have the same access levels and limits. */
  speak: (protocol: Protocol, register: (bind: Bind) => void) => void
  /**
   * Returns the value that another feature has opened.
   * @throws FeatureNotOpen when that feature is later in the list, or missing from it
   */
  use: <Opened>(feature: Feature<Opened>) => Opened
}

/** A section of the account export: everything that a feature stores about the account. */
export interface ExportSection {
  /** The key of the section in the exported JSON. */
  name: string
  read(db: Kysely<Schema>, userId: string): Promise<unknown>
  /** The files of the account, for the export as a ZIP. */
  files?(db: Kysely<Schema>, userId: string): AsyncIterable<OwnFile>
}

/** A file of an account. */
export interface OwnFile {
  /** The path of the file in the ZIP. It contains letters, digits, dots, dashes and slashes. */
  path: string
  storageName: string
  createdAt: string
}

/** A job that removes data that are no longer needed. */
export interface CleanupJob {
  /** Names the job in the log when it fails. */
  name: string
  /**
   * How often the job runs. `rows`: every ten minutes, in one process of the installation. `files`: every six hours, in
   * one process. `local`: every ten minutes, in each process, for files that only its machine has.
   */
  schedule: 'rows' | 'files' | 'local'
  /** Whether each process also runs the job once when it starts. */
  atStart?: true
  /** `signal` is aborted when the server stops. */
  run(services: Services, signal: AbortSignal): Promise<unknown>
}

/**
 * The accounts whose data a table of a feature contains: `shared` for none, or the columns with account ids. When an
 * account is deleted, its rows are deleted or made anonymous, unless the table declares that they are kept.
 */
export type TableUse<Row> =
  | 'shared'
  | { accountColumns: readonly (keyof Row & string)[]; keptAfterDeletion?: true }

/** The tables that a feature owns. No other feature writes them. */
export type TableUses = { readonly [Name in keyof Schema]?: TableUse<Schema[Name]> }

/** An action of an admin as the audit log stores it. */
interface AuditedAct {
  /** The id of the row that was changed. */
  target: string
  /** The name of the account that was changed, if it was an account. */
  username: string | undefined
  before: unknown
  after: unknown
}

/** Returns a German sentence without its subject: "Album „Nordlicht“ gelöscht". */
export type AuditSentence = (act: AuditedAct) => string

type Handle<Payload, Opened> = (payload: Payload, context: AppContext, opened: Opened) => void | Promise<void>

/**
 * A handler of an event. It runs in every process. A handler under `inEmitter` runs only in the process that has
 * emitted the event, for work that must be done once.
 */
type EventHandler<Payload, Opened> =
  | Handle<Payload, Opened>
  | { everywhere?: Handle<Payload, Opened>; inEmitter: Handle<Payload, Opened> }

type EventHandlers<Opened> = {
  readonly [Name in keyof DomainEventMap]?: EventHandler<DomainEventMap[Name], Opened>
}

interface Description<Opened> {
  /** The name of the feature's folder. */
  name: string
  tables?: TableUses
  exportSections?: readonly ExportSection[]
  cleanup?: readonly CleanupJob[]
  /** German sentences for the acts that the feature records, by action. */
  auditSentences?: Readonly<Record<string, AuditSentence>>
  /** Finds the accounts for the kinds of credentials that the feature issues; called once for each app. */
  credentials?: (context: AppContext, opened: Opened) => CredentialResolvers
  /**
   * Handlers of domain events. When a handler fails, the error is logged. The other handlers and the emitter continue.
   */
  events?: EventHandlers<Opened>
}

interface Plain extends Description<undefined> {
  open?: undefined
  seenBy?: undefined
  close?: undefined
  register?: (bind: Bind, context: AppContext) => void
}

interface Opening<Opened> extends Description<Opened> {
  /**
   * Creates the value that the feature's routes and other features use. Called once for each app, in the order of the
   * list.
   */
  open: (context: AppContext) => Opened | Promise<Opened>
  /**
   * Returns the value that `open` has returned, reduced to what a caller with a limited scope may use. By default it is
   * not reduced.
   */
  seenBy?: (opened: Opened, caller: Pick<Caller, 'scope'>) => Opened
  /** Called when the server stops, in reverse order. Features that are earlier in the list are still open then. */
  close?: (opened: Opened) => void | Promise<void>
  /** Binds the routes. Every feature is open and handles events before this is called. */
  register?: (bind: Bind, context: AppContext, opened: Opened) => void
}

/** A feature as the app uses it. */
export interface Feature<Opened = unknown> {
  readonly name: string
  readonly tables: TableUses
  readonly exportSections: readonly ExportSection[]
  readonly cleanup: readonly CleanupJob[]
  readonly auditSentences: Readonly<Record<string, AuditSentence>>
  open(context: AppContext): Promise<void>
  credentials(context: AppContext): CredentialResolvers
  /** Subscribes the event handlers of the feature. */
  subscribe(context: AppContext): void
  register(bind: Bind, context: AppContext): void
  close(context: AppContext): Promise<void>
  /**
   * Returns the value that the feature has opened for this app.
   * @throws FeatureNotOpen
   */
  openedIn(context: AppContext): Opened
  /**
   * Returns the value of `openedIn` as this caller may use it, see `seenBy`.
   * @throws FeatureNotOpen
   */
  openedFor(context: AppContext, caller: Pick<Caller, 'scope'>): Opened
}

/** The error when a feature is used before it was opened. It is then at the wrong position in the list of features. */
export class FeatureNotOpen extends Error {
  constructor(name: string) {
    super(`The feature ${name} is not open: in the list of features it must stand before those that use it`)
    this.name = 'FeatureNotOpen'
  }
}

/**
 * Describes a feature once, for all code that reads the list of features. The description has no effect until an app
 * opens the feature.
 * @example export const favorites = defineFeature({
 *   name: 'favorites',
 *   tables: { favorites: { accountColumns: ['userId'] } },
 *   register: (bind, { services }) => registerFavorites(bind, services),
 *   exportSections: [favoritesExport], })
 */
export function defineFeature<Opened>(definition: Opening<Opened>): Feature<Opened>
export function defineFeature(definition: Plain): Feature<undefined>
export function defineFeature<Opened>(
  definition: Opening<Opened> | Plain,
): Feature<Opened> | Feature<undefined> {
  return definition.open === undefined
    ? featureOf({ ...definition, open: () => undefined })
    : featureOf(definition)
}

function featureOf<Opened>({
  name,
  tables = {},
  exportSections = [],
  cleanup = [],
  auditSentences = {},
  events = {},
  credentials = () => ({}),
  open,
  seenBy: seen,
  register,
  close,
}: Opening<Opened>): Feature<Opened> {
  const opened = new WeakMap<AppContext, { value: Opened }>()
  const openedIn = (context: AppContext): Opened => {
    const found = opened.get(context)
    if (found === undefined) throw new FeatureNotOpen(name)
    return found.value
  }
  function subscribe<Name extends keyof DomainEventMap>(
    context: AppContext,
    event: Name,
    handlers: Pick<EventHandlers<Opened>, Name>,
  ): void {
    const handler: EventHandler<DomainEventMap[Name], Opened> | undefined = handlers[event]
    if (handler === undefined) return
    const { everywhere, inEmitter } =
      typeof handler === 'function' ? { everywhere: handler, inEmitter: undefined } : handler
    context.services.events.on(event, (payload, { isLocal }) => {
      for (const handle of [everywhere, isLocal ? inEmitter : undefined]) {
        const run = async () => handle?.(payload, context, openedIn(context))
        run().catch((error: unknown) =>
          context.services.log.error({ err: error, feature: name, event }, 'an event was not handled'),
        )
      }
    })
  }

  return {
    name,
    tables,
    exportSections,
    cleanup,
    auditSentences,
    open: async (context) => {
      opened.set(context, { value: await open(context) })
    },
    credentials: (context) => credentials(context, openedIn(context)),
    subscribe: (context) => {
      for (const event of EVENT_NAMES) subscribe(context, event, events)
    },
    register: (bind, context) => register?.(bind, context, openedIn(context)),
    close: async (context) => close?.(openedIn(context)),
    openedIn,
    openedFor: (context, caller) => {
      const value = openedIn(context)
      return caller.scope === undefined || seen === undefined ? value : seen(value, caller)
    },
  }
}

/**
 * The context for the calls of one caller. Its services and features show a caller with a limited scope only that part
 * of the archive.
 */
export function contextSeenBy(context: AppContext, caller: Pick<Caller, 'scope'>): AppContext {
  if (caller.scope === undefined) return context
  return {
    ...context,
    services: seenBy(context.services, caller),
    use: (feature) => feature.openedFor(context, caller),
  }
}
