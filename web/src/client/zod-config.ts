import * as z from 'zod/mini'

// The Content-Security-Policy forbids eval, so schemas must not be compiled. This must run before the first
// schema of the contract is created: modules that import the contract import this one first.
z.config({ jitless: true })
