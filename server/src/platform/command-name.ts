/** How the operator calls the command line: by deploy/tonarchiv, which sets the variable, or in a checkout. */
export function commandName(): string {
  return process.env['TONARCHIV_COMMAND'] ?? 'npm run archive --'
}
