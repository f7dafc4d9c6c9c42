import type { RouteShape } from '@tonarchiv/contract/route'
import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { type DomainEventMap, EVENT_NAMES } from '#events/domain-events.ts'
import type { CredentialResolvers } from '#access/credentials.ts'
import type { Bind } from '#http/bind.ts'
import type { Draining } from '#http/draining.ts'
import type { Protocol } from '#http/protocol.ts'
import type { RunningStreams } from '#http/delivery/running-streams.ts'
import type { BroadcastLimit } from '#rate-limits/broadcast-limit.ts'
import type { Sockets, SocketTimes } from '#realtime/sockets.ts'
import type { Services } from '#services.ts'

/** Intervals of the app in milliseconds; tests use shorter ones. */
export interface AppTimes extends Partial<SocketTimes> {
  /**
   * Presence: how often a process reports to the others, and after which time without a report it counts as
   * stopped.
   */
  heartbeatEveryMs?: number
  expireAfterMs?: number
  /** Presence: the shortest time between two broadcasts of changes. */
  broadcastPeopleEveryMs?: number
  /** Scrobbling: how often due plays are queried. */
  lookForPlaysEveryMs?: number
  /** Transcoding: after this time without a listener an encoding is ended. */
  endUnusedEncodingsAfterMs?: number
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
  /** All routes that are bound; complete after every feature has registered. */
  routes: readonly BoundRoute[]
  /** Binds routes that use another protocol than our own API, with the same access levels and limits. */
  speak: (protocol: Protocol, register: (bind: Bind) => void) => void
  /**
   * What another feature has opened.
   * @throws FeatureNotOpen when that feature is later in the list, or missing from it
   */
  use: <Opened>(feature: Feature<Opened>) => Opened
}

/** A section of the account export: everything that a feature stores about the account. */
export interface ExportSection {
  /** The key in the exported JSON. */
  name: string
  read(db: Kysely<Schema>, userId: string): Promise<unknown>
  /** The account's own files, for the export as a ZIP. */
  files?(db: Kysely<Schema>, userId: string): AsyncIterable<OwnFile>
}

/** A file of an account. */
export interface OwnFile {
  /** Its path in the ZIP: letters, digits, dots, dashes and slashes. */
  path: string
  storageName: string
  createdAt: string
}

/** Removes what is no longer needed. */
export interface CleanupJob {
  /** Names the job in the log when it fails. */
  name: string
  /**
   * `rows`: every ten minutes, by one process of the installation. `files`: every six hours, by one process.
   * `local`: every ten minutes, by each process, for files that only its machine has.
   */
  schedule: 'rows' | 'files' | 'local'
  /** Each process also runs it once when it starts. */
  atStart?: true
  /** `signal` is aborted when the server stops. */
  run(services: Services, signal: AbortSignal): Promise<unknown>
}

/**
 * Whose data a table of a feature contains: `none`, or the accounts in these columns. Rows of an account are
 * deleted or made anonymous with it, unless the table declares that they are kept.
 */
export type TableUse<Row> =
  | 'shared'
  | { accountColumns: readonly (keyof Row & string)[]; keptAfterDeletion?: true }

/** The tables that a feature owns; no other feature writes them. */
export type TableUses = { readonly [Name in keyof Schema]?: TableUse<Schema[Name]> }

/** An act of an admin as the audit log stores it. */
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

/** Runs in every process; `inEmitter` only in the one that emitted the event, for what must be done once. */
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
   * Handlers of domain events. A handler that fails is logged; the other handlers and the emitter continue.
   */
  events?: EventHandlers<Opened>
}

interface Plain extends Description<undefined> {
  open?: undefined
  close?: undefined
  register?: (bind: Bind, context: AppContext) => void
}

interface Opening<Opened> extends Description<Opened> {
  /**
   * Creates what the feature's routes and other features use; called once for each app, in the order of the
   * list.
   */
  open: (context: AppContext) => Opened | Promise<Opened>
  /** Runs when the server stops, in reverse order, while features earlier in the list are still open. */
  close?: (opened: Opened) => void | Promise<void>
  /** Binds the routes. By then every feature is open and handles events. */
  register?: (bind: Bind, context: AppContext, opened: Opened) => void
}

/** A part of the product as the app sees it. */
export interface Feature<Opened = unknown> {
  readonly name: string
  readonly tables: TableUses
  readonly exportSections: readonly ExportSection[]
  readonly cleanup: readonly CleanupJob[]
  readonly auditSentences: Readonly<Record<string, AuditSentence>>
  open(context: AppContext): Promise<void>
  credentials(context: AppContext): CredentialResolvers
  /** Subscribes its event handlers. */
  subscribe(context: AppContext): void
  register(bind: Bind, context: AppContext): void
  close(context: AppContext): Promise<void>
  /**
   * What the feature has opened for this app.
   * @throws FeatureNotOpen
   */
  openedIn(context: AppContext): Opened
}

/** A feature was used before it was opened: it is at the wrong position in the list of features. */
export class FeatureNotOpen extends Error {
  constructor(name: string) {
    super(`The feature ${name} is not open: in the list of features it must stand before those that use it`)
    this.name = 'FeatureNotOpen'
  }
}

/**
 * Describes a feature once, for everything that reads the list of features. Nothing happens until an app opens it.
 * @example
 * export const favorites = defineFeature({
 *   name: 'favorites',
 *   tables: { favorites: { accountColumns: ['userId'] } },
 *   register: (bind, { services }) => registerFavorites(bind, services),
 *   exportSections: [favoritesExport],
 * })
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
  }
}
