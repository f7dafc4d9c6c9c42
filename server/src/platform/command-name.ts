/**
 * How the operator calls the command line: by the script deploy/tonarchiv, which sets `TONARCHIV_COMMAND`, or with npm
 * in a checkout.
 */
export function commandName(): string {
  return process.env['TONARCHIV_COMMAND'] ?? 'npm run archive --'
}
