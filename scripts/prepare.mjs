// Part of `npm ci`: builds the web client, so that the first start needs no build. Plain JavaScript, because it must also report errors on
// a Node.js that cannot run TypeScript.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const skip = (reason) => console.log(`The web client was not built: ${reason}`)
const major = Number(process.versions.node.split('.')[0])

if (!existsSync('web/index.html')) skip('its sources are not here.')
else if (!existsSync('node_modules/vite'))
  skip('the development dependencies were left out. Build it where they are.')
else if (major < 24) skip(`npm has no Node.js 24 for this machine. Install Node.js 24, then: npm run build`)
else {
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  process.exitCode = status ?? 1
  keepCompiled()
}

/**
 * Compiles the server into the cache used by `npm start`, so that the first start is as fast and small as later ones. An invalid port makes
 * the server load completely and then refuse to start. It must run through `npm start`, because cache entries depend on the V8 flags. The
 * server also works without the cache, so a failure here is ignored.
 */
function keepCompiled() {
  spawnSync('npm', ['start', '--silent'], {
    env: { ...process.env, PORT: 'none' },
    shell: process.platform === 'win32',
  })
}
