// Asks the server in this container whether it is ready. Plain JavaScript: it runs every half minute and loads fast.
const { ROLES = 'web', PORT, PARLEY_HEALTH_PORT = '3000' } = process.env
const port = ROLES.split(',').some((role) => role.trim() === 'web') ? PORT || '3000' : PARLEY_HEALTH_PORT
const isReady = await fetch(`http://127.0.0.1:${port}/health/ready`, {
  signal: AbortSignal.timeout(4_000),
}).then(
  ({ ok }) => ok,
  () => false,
)
process.exit(isReady ? 0 : 1)
