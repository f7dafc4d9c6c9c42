import * as z from 'zod/mini'

// The Content-Security-Policy forbids eval, so no schema may try to compile itself. This has to run
// before the first schema of the contract is made: whoever imports the contract imports this first.
z.config({ jitless: true })
