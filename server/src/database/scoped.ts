import {
  AliasNode,
  type FromNode,
  type JoinNode,
  IdentifierNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  type RawBuilder,
  sql,
  TableNode,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import type { ArchiveScope } from './archive-scope.ts'
import type { Database } from './open.ts'
import { conditionsOf, type ScopeConditions, tablesInScope } from './scoped-tables.ts'

/** Maximum number of scopes whose handles are cached. Members with the same keys share one. */
const HANDLES_MAX = 200

const handles = new WeakMap<Database, LRUCache<string, Database>>()

/**
 * The database as a member with this scope may read it. The tables of the archive have only the rows of the albums in
 * the scope, and `videos` has no rows unless the scope includes videos. Statements that are written with Kysely need no
 * condition for this. SQL that names tables in a text is not changed, so it must add a condition if `isScoped` is true.
 */
export function scopedDatabase(db: Database, scope: ArchiveScope): Database {
  let known = handles.get(db)
  if (known === undefined) {
    known = new LRUCache({ max: HANDLES_MAX })
    handles.set(db, known)
  }
  let handle = known.get(scope.key)
  if (handle === undefined) {
    const { kind, readNow } = db
    handle = Object.assign(db.withPlugin(new ScopePlugin(scope, kind)), { kind, readNow })
    known.set(scope.key, handle)
  }
  return handle
}

/** The plugins of a database or a transaction. */
interface WithPlugins {
  getExecutor(): { plugins: readonly KyselyPlugin[] }
}

/** Whether a database or a transaction of it shows only a part of the archive. */
export function isScoped(executor: WithPlugins): boolean {
  return scopePluginOf(executor.getExecutor().plugins) !== undefined
}

/** The condition that a column names an album in the scope, for SQL that names tables in a text. */
export function isAlbumInScope(executor: WithPlugins, column: string): RawBuilder<boolean> {
  const conditions = scopePluginOf(executor.getExecutor().plugins)?.conditions
  return conditions === undefined ? sql<boolean>`1 = 1` : conditions.isAlbumId(column)
}

function scopePluginOf(plugins: readonly KyselyPlugin[]): ScopePlugin | undefined {
  const last = plugins.at(-1)
  return last instanceof ScopePlugin ? last : undefined
}

export class ScopePlugin implements KyselyPlugin {
  readonly conditions: ScopeConditions | undefined
  readonly #transformer: ScopeTransformer

  constructor({ albums, hasVideos }: ArchiveScope, kind: Database['kind']) {
    this.conditions = albums === 'all' ? undefined : conditionsOf(albums, kind)
    this.#transformer = new ScopeTransformer(tablesInScope(this.conditions, hasVideos))
  }

  transformQuery: KyselyPlugin['transformQuery'] = ({ node, queryId }) =>
    this.#transformer.transformNode(node, queryId)
  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => result
}

/** Replaces tables that are read. Tables that are written, and the names before columns, stay. */
class ScopeTransformer extends OperationNodeTransformer {
  readonly #tables: ReadonlyMap<string, OperationNode>

  constructor(tables: ReadonlyMap<string, RawBuilder<unknown>>) {
    super()
    this.#tables = new Map([...tables].map(([name, table]) => [name, table.toOperationNode()]))
  }

  protected override transformFrom(
    ...[node, queryId]: Parameters<OperationNodeTransformer['transformFrom']>
  ): FromNode {
    const { froms, ...rest } = super.transformFrom(node, queryId)
    return { ...rest, froms: froms.map((from) => this.#replaced(from)) }
  }

  protected override transformJoin(
    ...[node, queryId]: Parameters<OperationNodeTransformer['transformJoin']>
  ): JoinNode {
    const { table, ...rest } = super.transformJoin(node, queryId)
    return { ...rest, table: this.#replaced(table) }
  }

  #replaced(from: OperationNode): OperationNode {
    const [table, alias] = AliasNode.is(from) ? [from.node, from.alias] : [from, undefined]
    if (!TableNode.is(table)) return from
    const { name } = table.table.identifier
    const part = this.#tables.get(name)
    return part === undefined ? from : AliasNode.create(part, alias ?? IdentifierNode.create(name))
  }
}
