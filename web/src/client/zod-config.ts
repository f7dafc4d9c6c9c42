import * as z from 'zod/mini'

// The Content-Security-Policy forbids eval, so Zod must not compile schemas. This must run before the first schema of
// the contract is created; so modules that import the contract import this module first.
z.config({ jitless: true })
