/** Preloaded into the server (`node --import`): counts statements sent to PostgreSQL and records which packages are loaded. */
import { registerHooks } from 'node:module'
import pg from 'pg'

const packages = new Set<string>()
registerHooks({
  load(url, context, next) {
    const name = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(url)?.[1]
    if (name) packages.add(name)
    return next(url, context)
  },
})

let statements = 0
pg.Client.prototype.query = new Proxy(pg.Client.prototype.query, {
  apply(query, client, args) {
    statements += 1
    return Reflect.apply(query, client, args)
  },
})

process.on('message', () => process.send?.({ statements, packages: [...packages].sort() }))
// The IPC channel must not keep a server alive that wants to exit.
process.channel?.unref()
