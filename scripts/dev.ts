/** `npm run dev`: the server, restarted on every change, and the Vite dev server, which proxies the API to it. Stopping one stops both. */
import { spawn } from 'node:child_process'

const children = [
  spawn(process.execPath, ['--watch', 'server/src/main.ts', ...process.argv.slice(2)], { stdio: 'inherit' }),
  // Not through npm, which would exit without stopping its child.
  spawn('vite', {
    cwd: 'web',
    stdio: 'inherit',
    env: { ...process.env, PARLEY_DEV_SERVER: `http://localhost:${process.env.PORT ?? 3000}` },
  }),
]

const stopAll = () => {
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stopAll)
for (const child of children) {
  child.once('error', (error) => console.error(error.message))
  child.once('exit', (code) => {
    process.exitCode ??= code ?? 1
    stopAll()
  })
}
