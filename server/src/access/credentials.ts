import type { Caller } from './caller.ts'

/** The kinds of credentials. `app` is the name that the other program reports for itself. */
interface Kinds {
  /** The token that a login issued to one device. */
  session: { token: string }
  /** A signed ticket that is valid for media only. It names a session and ends with that session. */
  mediaTicket: { ticket: string }
  /** A key that an account has created for another program. */
  apiKey: { key: string; app?: string | undefined }
  /** A password that an account has created for another program, sent with the name of the account. */
  appPassword: { username: string; secret: AppSecret; app?: string | undefined }
}

/**
 * What a client sends: the password itself, or a token instead. The token is the MD5 of password and salt in
 * hexadecimal digits.
 */
type AppSecret = { kind: 'plain'; password: string } | { kind: 'token'; token: string; salt: string }

export type CredentialKind = keyof Kinds
const KINDS = ['session', 'mediaTicket', 'apiKey', 'appPassword'] as const satisfies readonly CredentialKind[]

/** The credential that a request carries. With `K` it is a credential of that kind. */
export type Credential<K extends CredentialKind = CredentialKind> = {
  [P in K]: { kind: P } & Kinds[P]
}[K]

/** What a credential is used for. A caller for media may be cached for up to half a second. */
export interface Shown {
  isMedia: boolean
}

type Resolve<K extends CredentialKind> = (
  credential: Credential<K>,
  shown: Shown,
) => Promise<Caller | undefined>

/**
 * For each kind of credential, a function that finds its account. A credential of a kind without a resolver
 * has no account.
 */
export type CredentialResolvers = { readonly [K in CredentialKind]?: Resolve<K> }

/** Finds the account of a credential, with its current rights; undefined when there is none. */
export type FindCaller = (credential: Credential, shown: Shown) => Promise<Caller | undefined>

/** The resolvers of all kinds of credentials. Features add their own resolvers. */
export interface CredentialTable {
  /** @throws Error when a kind already has a resolver */
  add(resolvers: CredentialResolvers): void
  findCaller: FindCaller
}

export function credentialTable(): CredentialTable {
  let table: CredentialResolvers = {}

  async function find<K extends CredentialKind>(
    credential: Credential<K>,
    shown: Shown,
  ): Promise<Caller | undefined> {
    const resolve: Resolve<K> | undefined = table[credential.kind]
    return resolve?.(credential, shown)
  }

  return {
    add: (resolvers) => {
      const twice = KINDS.find((kind) => table[kind] !== undefined && resolvers[kind] !== undefined)
      if (twice !== undefined) throw new Error(`The credential ${twice} has two resolvers`)
      table = { ...table, ...resolvers }
    },
    findCaller: find,
  }
}
